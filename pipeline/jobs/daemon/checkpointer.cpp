// SPDX-License-Identifier: Apache-2.0
// Waits for the end of a run or for the interval to pass, then writes a checkpoint.
#include "pipeline/jobs/daemon/checkpointer.hpp"

#include <array>

#include "core/crypto/ed25519.hpp"
#include "core/trace/log.hpp"
#include "db/store/runs/runs.hpp"

namespace assay::jobs {
namespace {

using std::chrono::milliseconds;

// Runs that end at the same time share a checkpoint, which holds a line for every tenant.
constexpr milliseconds kBetweenRunEnds{1000};

constexpr const char* kAttempts = "assay_checkpoint_attempts_total";
// written: a new one. current: none was due. contradiction, other_key: somebody has to look.
constexpr std::array<std::string_view, 5> kResults{"written", "current", "contradiction",
                                                   "other_key", "failed"};

}  // namespace

// Every result is counted from 0, so that monitoring sees the first increase of each.
Checkpointer::Checkpointer(const Config& config, Counters& counters)
    : config_(config), counters_(counters), connection_(config.database, "assay-pipeline audit") {
  if (config_.audit_key_file.empty()) return;
  for (const std::string_view result : kResults) {
    counters_.add(kAttempts, label("result", result), 0);
  }
}

void Checkpointer::run(const std::stop_token& stop) {
  const std::stop_callback wake(stop, [this] { stop_.set(); });
  // An entry that follows right after a checkpoint waits until that checkpoint is half the interval
  // old, and then for the next look: at most three quarters of the interval.
  const milliseconds interval = config_.checkpoint_interval;
  const store::audit::Due in_time{interval / 2, true};
  const store::audit::Due at_run_end{milliseconds{0}, true};
  bool run_ended = false;
  while (!stop.stop_requested()) {
    attempt(run_ended ? at_run_end : in_time);
    if (run_ended) {
      std::array<pollfd, 1> stopped{{{stop_.get(), POLLIN, 0}}};
      if (ready_within(stopped, kBetweenRunEnds)) return;
    }
    run_ended = run_ended_within(interval / 4);
  }
}

void Checkpointer::write_last() {
  attempt({.only_if_moved = true});
}

void Checkpointer::attempt(const store::audit::Due& due) {
  if (config_.audit_key_file.empty()) return;
  counters_.add(kAttempts, label("result", try_to_write(due)));
}

std::string_view Checkpointer::try_to_write(const store::audit::Due& due) {
  const auto failed = [this](const std::exception& error, std::string_view result) {
    log::error("audit_checkpoint_failed", {{"error", error.what()}});
    connection_.close();
    return result;
  };
  try {
    // Listen first, to notice the end of a run whose entries this checkpoint does not include.
    store::runs::listen_for_ends(connection_);
    const auto keys = key_file::load_or_create(config_.audit_key_file);
    const auto made =
        store::audit::write_checkpoint(connection_, keys, config_.checkpoint_file, due);
    if (!made) return "current";
    log::info("audit_checkpoint", {{"number", made->number}, {"hash", made->hash}});
    return "written";
  } catch (const store::audit::FileContradictsTable& error) {
    return failed(error, "contradiction");
  } catch (const store::audit::OtherKey& error) {
    return failed(error, "other_key");
  } catch (const std::exception& error) {
    return failed(error, "failed");
  }
}

bool Checkpointer::run_ended_within(milliseconds time) {
  // A closed connection has socket -1, which poll() ignores.
  std::array<pollfd, 2> descriptors{
      {{connection_.connected() ? connection_.socket() : -1, POLLIN, 0}, {stop_.get(), POLLIN, 0}}};
  try {
    // Notifications that arrived with a statement's result no longer make the socket readable.
    if (connection_.connected() && connection_.take_notifications()) return true;
    if (!ready_within(descriptors, time) || descriptors[0].revents == 0) return false;
    return connection_.take_notifications();
  } catch (const pg::DbError& error) {
    log::debug("audit_listener_away", {{"error", error.what()}});
    connection_.close();
    return false;
  }
}

}  // namespace assay::jobs
