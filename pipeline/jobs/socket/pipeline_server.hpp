// SPDX-License-Identifier: Apache-2.0
// Answers the API at the pipeline's socket with what only the pipeline has: the encoder, the search
// indexes, and the access to other machines. Its operations are searches and single sign-on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/time.hpp"
#include "core/base/wake_fd.hpp"
#include "core/json/json.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/context/waiting.hpp"
#include "pipeline/oidc/provider.hpp"

namespace assay::jobs {

using Operation = std::function<Json(const Json& question)>;
using Operations = std::map<std::string, Operation, std::less<>>;  // by name

// {"tenantId", "q", "limit"} returns {"results": [{documentId, chunkId, text, pageNumber, score}]},
// or {"error": "..."} for an invalid question.
[[nodiscard]] Json answer_search(const Services& services, GlossaryCache& glossaries,
                                 pg::Connection& database, const Json& question);

// "oidc.start" {state, nonce, codeChallenge} gives {"location"}; "oidc.exchange" {code,
// codeVerifier, nonce, iss?} gives {"identity": {issuer, subject, email, name, tenant, role}} (see
// oidc::to_json); either {"error"} with the text of an oidc::Problem. provider must outlive them.
[[nodiscard]] Operations oidc_operations(oidc::Provider& provider);

// One question per connection: a message {"op", ...}, answered by a JSON object, which is {"error":
// "..."} on failure. A message is its length in 4 bytes, big-endian, followed by that much JSON.
// "op" is "search" or one of the given waiting operations. A client that can connect sees every
// tenant: the socket's mode is 0660, and the API has checked the session.
class PipelineServer {
 public:
  // waiting: operations that wait for other machines. They run on their own threads, so that
  // searches never wait for them, and several threads may call them at once.
  explicit PipelineServer(const Services& services, Operations waiting = {});
  PipelineServer(const PipelineServer&) = delete;
  PipelineServer& operator=(const PipelineServer&) = delete;
  ~PipelineServer();

  // Serves config.pipeline_socket, replacing a stale socket. While another daemon of this machine
  // serves it, this one stands by and takes over when that daemon ends. Throws IoError.
  void start();
  [[nodiscard]] bool serving() const noexcept { return serving_; }
  // Waits for the answers in progress; hangs up on questions that wait for a thread.
  void stop();

 private:
  struct Pending {
    FileDescriptor connection;
    Json question;
    const Operation* operation;
    Deadline deadline;
  };

  [[nodiscard]] bool listen();
  void serve();
  void stand_by();
  void accept_questions(int number);
  void take(FileDescriptor connection, pg::Connection& database);
  void hand_over(Pending pending);
  void answer_waiting();

  const Services& services_;
  const Operations waiting_;
  FileDescriptor listener_;
  GlossaryCache glossaries_;
  WakeFd stop_;
  std::mutex mutex_;  // guards pending_ and stopping_
  std::condition_variable changed_;
  std::deque<Pending> pending_;
  bool stopping_ = false;
  std::vector<std::jthread> threads_;
  std::atomic<bool> serving_{false};
  std::jthread stand_in_;
};

}  // namespace assay::jobs
