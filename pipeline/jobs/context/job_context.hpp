// SPDX-License-Identifier: Apache-2.0
// Gives a job what every job shares (settings, stored originals, reader, encoder, search indexes),
// its claim, its connection and the only way to write, which is fenced; defines how a job ends
// without its result. Lists the claims this daemon holds.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/states.hpp"
#include "core/blob/blob_store.hpp"
#include "core/extract/extractor.hpp"
#include "core/settings/config.hpp"
#include "core/trace/counters.hpp"
#include "core/trace/trace.hpp"
#include "db/pg/database_clock.hpp"
#include "db/pg/tx.hpp"
#include "db/store/work/queue.hpp"
#include "pipeline/assess/judge/confidence.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::llm {

class Client;

}  // namespace assay::llm

namespace assay::jobs {

// What the evaluator of one run is created from; must outlive the evaluator.
struct EvaluatorTools {
  Thresholds limits;
  std::function<bool()> given_up;  // true once the run's result is discarded; safe from any thread
  std::optional<assess::Calibration> calibration = std::nullopt;  // of the built-in evaluator
  std::string audited = {};  // name of the tenant, for a language model; "" if unknown
  std::optional<trace::RunTrace> trace = std::nullopt;  // passed on to the language model's server
};

using EvaluatorFactory = std::function<std::unique_ptr<assess::Evaluator>(const EvaluatorTools&)>;

// Everything here must outlive all threads that use it, and several may use it at once.
struct Services {
  const Config& config;
  const BlobStore& blobs;
  const Extractor& extractor;
  const embed::Embedder& embedder;
  text::CountTokens count_tokens;  // from the embedder's tokenizer
  IndexCache& indexes;
  std::map<std::string, EvaluatorFactory> evaluators;  // by the id that runs are pinned to
  Counters& counters;
  pg::DatabaseClock& clock;
  llm::Client* model = nullptr;  // null if no language model is configured
};

struct HeldClaim {
  explicit HeldClaim(store::work::Claim held) : claim(std::move(held)) {}
  const store::work::Claim claim;
  // Set once another worker may have the item: the job must then discard its result.
  std::atomic<bool> lost{false};
};

// The claims of this daemon, so that one heartbeat renews them all and each job learns when its own
// is lost. Safe from any thread.
class ActiveClaims {
 public:
  using Held = std::shared_ptr<HeldClaim>;

  // The claim is in progress from construction to destruction.
  class Entry {
   public:
    Entry(ActiveClaims& claims, store::work::Claim claim)
        : claims_(claims), held_(std::make_shared<HeldClaim>(std::move(claim))) {
      claims_.add(held_);
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { claims_.remove(held_); }
    [[nodiscard]] HeldClaim& held() const noexcept { return *held_; }

   private:
    ActiveClaims& claims_;
    Held held_;
  };

  [[nodiscard]] std::vector<Held> all() const {
    const std::lock_guard lock(mutex_);
    return held_;
  }
  [[nodiscard]] bool empty() const {
    const std::lock_guard lock(mutex_);
    return held_.empty();
  }

 private:
  void add(const Held& held) {
    const std::lock_guard lock(mutex_);
    held_.push_back(held);
  }
  void remove(const Held& held) {
    const std::lock_guard lock(mutex_);
    std::erase(held_, held);
  }

  mutable std::mutex mutex_;
  std::vector<Held> held_;
};

// The ways a job ends without its result; the worker knows what each means for the item.

// The item was taken away (reaped, cancelled, deleted): drop everything and write nothing.
class ClaimLost : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the claim was lost"; }
};

// The daemon is stopping and its grace period is over: the item goes back unchanged.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "the daemon is stopping"; }
};

// Others wait and the item has had its turn: it goes back behind them, with what it has stored.
class GaveWay : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "others have their turn"; }
};

// The item waits in another lane for the rest of the job, with what it has stored.
class Moved : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "it goes on in another lane"; }
};

// The job's task cannot be done, now or later. reason is for a person.
class JobFailure : public std::exception {
 public:
  JobFailure(std::string code, std::string reason)
      : code_(std::move(code)), reason_(std::move(reason)) {}
  [[nodiscard]] const std::string& code() const noexcept { return code_; }
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  [[nodiscard]] const char* what() const noexcept override { return reason_.c_str(); }

 private:
  std::string code_;
  std::string reason_;
};

// The job failed but may succeed later. The item waits longer each time, and fails for this reason
// after `tries` tries without progress.
class TryAgain : public JobFailure {
 public:
  TryAgain(std::string code, std::string reason, int tries)
      : JobFailure(std::move(code), std::move(reason)), tries_(tries) {}
  [[nodiscard]] int tries() const noexcept { return tries_; }

 private:
  int tries_;
};

// The job cannot run now, but not because of the item: it waits, and the attempt does not count.
class NotNow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Corpora wait for remote sites. With several threads, one is always left for other work.
[[nodiscard]] inline int corpora_at_once(const Config& config) {
  return std::max(1, config.workers - 1);
}

// For one thread and one job.
class JobContext {
 public:
  JobContext(const Services& services, pg::Connection& connection, const HeldClaim& held,
             const std::atomic<bool>& interrupt)
      : services_(services), connection_(connection), held_(held), interrupt_(interrupt) {}

  [[nodiscard]] const Services& services() const noexcept { return services_; }
  [[nodiscard]] const store::work::Claim& claim() const noexcept { return held_.claim; }
  [[nodiscard]] const TenantId& tenant() const noexcept { return held_.claim.tenant; }
  [[nodiscard]] pg::Connection& connection() const noexcept { return connection_; }
  [[nodiscard]] bool lost() const noexcept { return held_.lost; }
  [[nodiscard]] bool interrupted() const noexcept { return interrupt_; }

  // Call it between pieces of work. Throws ClaimLost or Interrupted if there is no point in going
  // on.
  void check() const {
    if (held_.lost) throw ClaimLost();
    if (interrupt_) throw Interrupted();
  }

  // Like check(), for work that is stored piece by piece; call it between stored pieces. Also
  // throws GaveWay if the item has had its turn and others wait.
  void give_way() const {
    check();
    const Config& config = services_.config;
    if (std::chrono::steady_clock::now() - begun_ < config.turn) return;
    pg::Tx tx(connection_, pg::Access::ReadOnly);
    const bool wait = store::work::others_wait(tx, claim(), corpora_at_once(config));
    tx.commit();
    if (wait) throw GaveWay();
  }

  // Runs `read` in a read-only transaction of the tenant.
  template <class F>
  auto reading(F&& read) const {
    pg::Tx tx(connection_, pg::Access::ReadOnly, tenant());
    auto result = std::forward<F>(read)(tx);
    tx.commit();
    return result;
  }

  // Runs `write` in a transaction that holds the claim, and commits. Throws ClaimLost, with nothing
  // written, if the claim is no longer held. Keep it short: no file reading, no embedding.
  template <class F>
  void fenced(F&& write) const {
    check();
    pg::Tx tx(connection_, pg::Access::ReadWrite, tenant());
    if (!store::work::hold(tx, claim())) throw ClaimLost();
    std::forward<F>(write)(tx);
    tx.commit();
  }

  // Like fenced(), but does nothing if the claim is no longer held.
  template <class F>
  void fenced_if_held(F&& write) const {
    try {
      fenced(std::forward<F>(write));
    } catch (const ClaimLost&) {
      // The job ended the item itself, or another worker took it: nothing is left to end here.
    }
  }

  // Inside fenced(): a part of the work is final, so earlier failures no longer count.
  void progressed(pg::Tx& tx) const { store::work::progressed(tx, claim()); }
  // Inside fenced(): puts the item into another lane. Throw Moved afterwards.
  void move(pg::Tx& tx, store::work::Lane lane) const {
    if (!store::work::move(tx, claim(), lane)) throw ClaimLost();
  }
  // Inside fenced(): ends the item.
  void finish(pg::Tx& tx) const {
    if (!store::work::finish(tx, claim())) throw ClaimLost();
  }

 private:
  const Services& services_;
  pg::Connection& connection_;
  const HeldClaim& held_;
  const std::atomic<bool>& interrupt_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace assay::jobs
