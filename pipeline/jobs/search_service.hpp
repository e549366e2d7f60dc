// SPDX-License-Identifier: Apache-2.0
// Answers the API's searches at a unix socket, with the encoder and the indexes of the pipeline.
#pragma once

#include <string>
#include <thread>
#include <vector>

#include "pipeline/jobs/services.hpp"
#include "pipeline/jobs/wake_fd.hpp"

namespace assay::jobs {

// One question per connection: a message {"tenantId", "q", "limit"}, answered by {"results":
// [{documentId, chunkId, text, pageNumber, score}]} or {"error": "..."}. A message is its length in
// 4 bytes, big-endian, and that much JSON. Who may connect sees every tenant: the socket's mode is
// 0660, and the API has checked the session.
class SearchService {
 public:
  explicit SearchService(const Services& services) : services_(services) {}
  SearchService(const SearchService&) = delete;
  SearchService& operator=(const SearchService&) = delete;
  ~SearchService();

  // Binds config.search_socket, replacing a socket that nobody serves any more. Throws IoError; a
  // socket that another process serves is one (EADDRINUSE).
  void start();
  // Waits for the answers under way.
  void stop();

 private:
  void serve(int number);
  void answer(int connection, pg::Connection& database);
  [[nodiscard]] Json reply_to(const std::string& request, pg::Connection& database);
  [[nodiscard]] Json search(pg::Connection& database, const TenantId& tenant,
                            const std::string& words, std::size_t limit);

  const Services& services_;
  FileDescriptor listener_;
  WakeFd stop_;
  std::vector<std::jthread> threads_;
};

}  // namespace assay::jobs
