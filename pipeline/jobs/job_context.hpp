// SPDX-License-Identifier: Apache-2.0
// What a job gets: its claim, its connection, and the only way to write, which is fenced.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include "db/pg/tx.hpp"
#include "pipeline/jobs/claims.hpp"
#include "pipeline/jobs/job_error.hpp"
#include "pipeline/jobs/services.hpp"

namespace assay::jobs {

// Corpora wait for sites; one thread of a daemon is always left to others, where it has several.
[[nodiscard]] inline int corpora_at_once(const Config& config) {
  return std::max(1, config.workers - 1);
}

// Of one thread, for one job.
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

  // To be called between pieces of work: throws ClaimLost or Interrupted when there is no point in
  // going on.
  void check() const {
    if (held_.lost) throw ClaimLost();
    if (interrupt_) throw Interrupted();
  }

  // The same for work that is stored piece by piece, to be called between pieces that are stored:
  // throws GaveWay as well, when the item has had its turn and others wait.
  void give_way() const {
    check();
    const Config& config = services_.config;
    if (std::chrono::steady_clock::now() - begun_ < config.turn) return;
    pg::Tx tx(connection_, pg::Access::ReadOnly);
    const bool wait = store::work::others_wait(tx, claim(), corpora_at_once(config));
    tx.commit();
    if (wait) throw GaveWay();
  }

  // Runs `read` with a read-only transaction of the tenant.
  template <class F>
  auto reading(F&& read) const {
    pg::Tx tx(connection_, pg::Access::ReadOnly, tenant());
    auto result = std::forward<F>(read)(tx);
    tx.commit();
    return result;
  }

  // Runs `write` in a transaction that holds the claim, and commits. Throws ClaimLost, with nothing
  // written, when the claim is no longer held. Keep it short: no reading of files, no embedding.
  template <class F>
  void fenced(F&& write) const {
    check();
    pg::Tx tx(connection_, pg::Access::ReadWrite, tenant());
    if (!store::work::hold(tx, claim())) throw ClaimLost();
    std::forward<F>(write)(tx);
    tx.commit();
  }

  // The same, but a claim that is no longer held is fine: then nothing is done.
  template <class F>
  void fenced_if_held(F&& write) const {
    try {
      fenced(std::forward<F>(write));
    } catch (const ClaimLost&) {
      // Ended by the job itself, or taken over: either way there is nothing to end here.
    }
  }

  // Inside fenced(): a part of the work is done for good, so that failures before it count no more.
  void progressed(pg::Tx& tx) const { store::work::progressed(tx, claim()); }
  // Inside fenced(): the item is done.
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
