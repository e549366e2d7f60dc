// SPDX-License-Identifier: Apache-2.0
// The claim loop, and what each kind of error means for the item. The listener waits on the
// connection's socket.
#include "pipeline/jobs/daemon/worker.hpp"

#include <array>
#include <utility>

#include "core/trace/log.hpp"
#include "db/store/work/queue.hpp"
#include "pipeline/jobs/context/waiting.hpp"
#include "pipeline/jobs/job_table.hpp"

namespace assay::jobs {
namespace {

// How often to check that the server still knows this connection: a connection cut along the way
// looks alive but receives nothing.
constexpr std::chrono::seconds kCheckEvery{10};

}  // namespace

Listener::Listener(DatabaseAddress database, WorkSignal& signal)
    : connection_(std::move(database), "assay-pipeline listener"), signal_(signal) {}

void Listener::run() {
  if (connection_.pooled()) return;  // the workers look for work by themselves
  Backoff backoff;
  do {
    try {
      store::work::listen(connection_);
      backoff.reset();
      signal_.notify();  // for what was announced while nobody listened
      return listen();
    } catch (const pg::DbError& error) {
      log::debug("listener_away", {{"error", error.what()}});
      connection_.close();
    }
  } while (!stopped_within(backoff.next()));
}

void Listener::listen() {
  for (;;) {
    std::array<pollfd, 2> descriptors{
        {{connection_.socket(), POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
    const bool ready = ready_within(descriptors, kCheckEvery);
    if (descriptors[1].revents != 0) return;
    if (!ready && !store::work::listening(connection_)) {
      throw pg::DbError("no longer listening", "", "");
    }
    for (const std::string& payload : connection_.take_notifications()) {
      signal_.notify(store::work::lane_of_hint(payload));
    }
  }
}

bool Listener::stopped_within(std::chrono::milliseconds time) const {
  std::array<pollfd, 1> descriptors{{{stop_.get(), POLLIN, 0}}};
  return ready_within(descriptors, time);
}

namespace work = store::work;

Worker::Worker(const WorkerShared& shared, int number, Duty duty)
    : shared_(shared),
      duty_(std::move(duty)),
      connection_(shared.services.config.database,
                  "assay-pipeline worker " + std::to_string(number)) {}

void Worker::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const std::uint64_t seen = shared_.signal.count(duty_.lanes);
    try {
      const auto claimed = claim();
      if (claimed) {
        work_on(*claimed, stop);
      } else {
        backoff_.reset();
        shared_.signal.wait(stop, duty_.lanes, seen,
                            jitter_.around(shared_.services.config.poll_interval));
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
  const work::Limits limits{config.lease,     duty_.deadline,
                            duty_.tenant_cap, corpora_at_once(config),
                            duty_.lanes,      duty_.daemon_cap};
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
