// SPDX-License-Identifier: Apache-2.0
// The claim loop, and what each kind of error means for the item.
#include "pipeline/jobs/daemon/worker.hpp"

#include <utility>

#include "core/trace/log.hpp"
#include "pipeline/jobs/job_table.hpp"

namespace assay::jobs {
namespace work = store::work;

Worker::Worker(const WorkerShared& shared, int number, Duty duty)
    : shared_(shared),
      duty_(std::move(duty)),
      connection_(shared.services.config.database,
                  "assay-pipeline worker " + std::to_string(number)) {}

void Worker::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const std::uint64_t seen = shared_.signal.count();
    try {
      const auto claimed = claim();
      if (claimed) {
        work_on(*claimed, stop);
      } else {
        backoff_.reset();
        shared_.signal.wait(stop, seen, jitter_.around(shared_.services.config.poll_interval));
      }
    } catch (const pg::DbError& error) {
      const auto pause = backoff_.next();
      log::warning("database_away", {{"error", error.what()}, {"retryMs", pause.count()}});
      shared_.signal.pause(stop, pause);
    }
  }
}

std::optional<work::Claim> Worker::claim() {
  const Config& config = shared_.services.config;
  const work::Limits limits{config.lease, duty_.deadline, duty_.tenant_cap, corpora_at_once(config),
                            duty_.lanes};
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  auto claimed = work::claim(tx, shared_.worker_id, limits);
  tx.commit();
  return claimed;
}

void Worker::work_on(const work::Claim& claim, const std::stop_token& stop) {
  const log::Scope scope({{"tenantId", claim.tenant.value}, {"subjectId", claim.subject_id}});
  const ActiveClaims::Entry entry(shared_.claims, claim);
  std::exception_ptr error;
  try {
    job_of(claim.kind)
        .run(JobContext(shared_.services, connection_, entry.held(), shared_.interrupt));
    backoff_.reset();
  } catch (...) {  // settle_once handles each kind; nothing is swallowed
    error = std::current_exception();
  }
  if (error) settle(claim, error, stop);
}

// Settling needs the database, which may be what failed, so it is retried until it works. On
// stopping it is tried once more; a lease that is left behind then simply expires.
void Worker::settle(const work::Claim& claim, const std::exception_ptr& error,
                    const std::stop_token& stop) {
  for (;;) {
    try {
      return settle_once(claim, error, stop);
    } catch (const pg::DbError& away) {
      log::warning("database_away", {{"error", away.what()}});
      if (stop.stop_requested()) return;
      shared_.signal.pause(stop, backoff_.next());
    }
  }
}

void Worker::settle_once(const work::Claim& claim, const std::exception_ptr& error,
                         const std::stop_token& stop) {
  try {
    std::rethrow_exception(error);
  } catch (const ClaimLost&) {
    log::info("claim_lost");
  } catch (const Interrupted&) {
    release(claim);
  } catch (const GaveWay&) {
    give_way(claim);
  } catch (const Moved&) {
    log::debug("moved_to_another_lane");
  } catch (const TryAgain& failure) {
    retry_or_fail(claim, failure, failure.tries(), failure.code());
  } catch (const JobFailure& failure) {
    if (!fail_for_good(connection_, claim, failure.code(), failure.reason())) {
      log::info("claim_lost");
    }
  } catch (const pg::DbError& cause) {
    if (!cause.unavailable() && !cause.retryable()) return internal_error(claim, cause.what());
    log::warning("item_given_back", {{"error", cause.what()}});
    release(claim);
    backoff_.reset();               // the database is back: no reason to wait
  } catch (const IoError& cause) {  // a full disk, no free descriptors, a missing program
    give_back(claim, cause.what(), stop);
  } catch (const NotNow& cause) {
    give_back(claim, cause.what(), stop);
  } catch (const std::exception& cause) {
    internal_error(claim, cause.what());
  }
}

void Worker::give_back(const work::Claim& claim, const char* why, const std::stop_token& stop) {
  const auto pause = backoff_.next();
  log::warning("item_given_back", {{"error", why}, {"pauseMs", pause.count()}});
  release(claim);
  shared_.signal.pause(stop, pause);
}

void Worker::release(const work::Claim& claim) {
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  if (work::release(tx, claim)) tx.commit();
}

void Worker::give_way(const work::Claim& claim) {
  pg::Tx tx(connection_, pg::Access::ReadWrite);
  if (!work::give_way(tx, claim)) return;
  tx.commit();
  log::debug("gave_way");
}

void Worker::internal_error(const work::Claim& claim, const char* what) {
  retry_or_fail(claim,
                {std::string(kInternalCode), std::string(job_of(claim.kind).internal_reason)},
                kMaxAttempts, what);
}

void Worker::retry_or_fail(const work::Claim& claim, const JobFailure& failure, int tries,
                           std::string_view what) {
  pg::Tx tx(connection_, pg::Access::ReadWrite, claim.tenant);
  const auto attempts = work::attempts(tx, claim);
  if (!attempts) return log::info("claim_lost");
  log::error("job_failed", {{"error", what}, {"attempt", *attempts}});
  if (*attempts >= tries) {
    fail_held(tx, claim, failure.code(), failure.reason());
  } else if (!work::retry(tx, claim, retry_delay(*attempts, jitter_), what)) {
    throw std::logic_error("a held claim could not be put back");
  }
  tx.commit();
}

}  // namespace assay::jobs
