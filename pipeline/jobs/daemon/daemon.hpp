// SPDX-License-Identifier: Apache-2.0
// Owns the threads of one pipeline daemon and stops them in an order that loses nothing; reports
// its state to systemd.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "pipeline/jobs/daemon/heartbeat.hpp"
#include "pipeline/jobs/daemon/maintenance.hpp"
#include "pipeline/jobs/daemon/worker.hpp"

namespace assay::jobs {

class Daemon {
 public:
  explicit Daemon(const Services& services);
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;
  // Interrupts the work in progress and waits for all threads. Call drain() first to let it finish.
  ~Daemon();

  // Frees the items of this host's dead daemons, then starts all threads. Throws pg::DbError.
  void start();
  // Stops claiming. Work in progress gets `grace` to end; then it is given back and its attempt is
  // not counted. Returns false if a thread is stuck in a call that cannot be interrupted: the
  // process must then end without joining its threads (and must not destroy this object).
  [[nodiscard]] bool drain(std::chrono::milliseconds grace);
  // For the watchdog.
  [[nodiscard]] bool healthy() const { return heartbeat_.beating(); }
  [[nodiscard]] const Identity& identity() const noexcept { return identity_; }

 private:
  void start_workers();
  void start_worker(Duty duty);
  [[nodiscard]] bool wait_until_idle(std::chrono::milliseconds time) const;
  void give_back_rest();

  const Services& services_;
  const Identity identity_;
  ActiveClaims claims_;
  WorkSignal signal_;
  std::atomic<bool> interrupt_{false};
  std::atomic<int> running_{0};
  WorkerShared shared_;
  Heartbeat heartbeat_;
  Maintenance maintenance_;
  Checkpointer checkpointer_;
  Listener listener_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::jthread> worker_threads_;
  std::jthread heartbeat_thread_;
  std::jthread maintenance_thread_;
  std::jthread checkpointer_thread_;
  std::jthread listener_thread_;
};

// Reports to systemd (Type=notify), by the documented datagram protocol: "READY=1", "STOPPING=1",
// "WATCHDOG=1". Does nothing outside of systemd; a notification that cannot be sent is logged.
void sd_notify(std::string_view state);

// How often the watchdog expects a message from this process; nullopt if there is no watchdog.
[[nodiscard]] std::optional<std::chrono::microseconds> watchdog_interval();

}  // namespace assay::jobs
