// SPDX-License-Identifier: Apache-2.0
// Starts and drains the daemon's threads; sends datagrams to $NOTIFY_SOCKET.
#include "pipeline/jobs/daemon/daemon.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <utility>

#include "core/base/unix_socket.hpp"
#include "core/trace/log.hpp"
#include "db/store/work/queue.hpp"

namespace assay::jobs {
namespace work = store::work;
namespace {

std::optional<std::int64_t> number_in(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view view(text);
  std::int64_t value = 0;
  const auto done = std::from_chars(view.data(), view.data() + view.size(), value);
  if (done.ec != std::errc() || done.ptr != view.data() + view.size()) return std::nullopt;
  return value;
}

}  // namespace

Daemon::Daemon(const Services& services)
    : services_(services),
      identity_(own_identity()),
      shared_{services, identity_.worker, claims_, signal_, interrupt_},
      heartbeat_(services.config, identity_, claims_, signal_),
      maintenance_(services, identity_, signal_),
      checkpointer_(services.config, services.counters),
      listener_(services.config.database, signal_) {}

Daemon::~Daemon() {
  interrupt_ = true;
  listener_.stop();
}  // asks the threads to stop and waits for them

void Daemon::start() {
  maintenance_.release_dead_workers();
  heartbeat_thread_ = std::jthread([this](const std::stop_token& stop) { heartbeat_.run(stop); });
  maintenance_thread_ =
      std::jthread([this](const std::stop_token& stop) { maintenance_.run(stop); });
  checkpointer_thread_ =
      std::jthread([this](const std::stop_token& stop) { checkpointer_.run(stop); });
  listener_thread_ = std::jthread([this] { listener_.run(); });
  start_workers();
  log::info("pipeline_started", {{"worker", identity_.worker}, {"threads", running_.load()}});
}

// The workers take items of any kind but scans. In addition, one thread serves short items and one
// serves runs, so that neither waits while all workers read large documents. As many as there are
// workers recognise scans, at a lower priority (pipeline/extract/ocr/main.cpp), so that nothing
// else waits for them. A few only wait for receivers of events.
void Daemon::start_workers() {
  using work::Lane;
  const Config& config = services_.config;
  Duty any{{Lane::Short, Lane::Run, Lane::Long, Lane::Fetch}};
  any.tenant_cap = config.tenant_running_cap;
  // Without a model no run waits for one; a run that asks for a model fails as usual.
  const bool model = config.llm.enabled();
  if (!model) any.lanes.push_back(Lane::Waiting);
  for (int i = 0; i < config.workers; ++i) start_worker(any);
  start_worker({{Lane::Short}});
  start_worker({{Lane::Run}});
  for (int i = 0; i < config.workers; ++i) {
    start_worker({{Lane::Scan}, kItemDeadline, config.tenant_running_cap});
  }
  for (int i = 0; i < kEventThreads; ++i) {
    start_worker({{Lane::Event}, kItemDeadline, 0, kEventThreads - 1});
  }
  for (int i = 0; config.mail.enabled() && i < kMailThreads; ++i) {
    start_worker({{Lane::Mail}, kItemDeadline, 0, 1});
  }
  for (int i = 0; model && i < kWaitingRuns; ++i) {
    start_worker({{Lane::Waiting}, kWaitingItemDeadline, 0, kWaitingRuns - 1});
  }
}

void Daemon::start_worker(Duty duty) {
  const int number = static_cast<int>(workers_.size()) + 1;
  workers_.push_back(std::make_unique<Worker>(shared_, number, std::move(duty)));
  ++running_;
  worker_threads_.emplace_back([this, worker = workers_.back().get()](const std::stop_token& stop) {
    worker->run(stop);
    --running_;
  });
}

bool Daemon::drain(std::chrono::milliseconds grace) {
  constexpr std::chrono::seconds kForGivingBack{2};
  listener_.stop();
  maintenance_thread_.request_stop();
  checkpointer_thread_.request_stop();
  for (std::jthread& thread : worker_threads_) thread.request_stop();
  bool idle = wait_until_idle(grace);
  if (!idle) {
    interrupt_ = true;
    idle = wait_until_idle(kForGivingBack);
  }
  heartbeat_thread_.request_stop();
  heartbeat_thread_.join();
  give_back_rest();
  checkpointer_thread_.join();
  checkpointer_.write_last();
  log::info("pipeline_stopped", {{"drained", idle}});
  return idle;
}

bool Daemon::wait_until_idle(std::chrono::milliseconds time) const {
  const Deadline deadline(time);
  constexpr std::chrono::milliseconds kLook{10};
  while (running_ > 0 && !deadline.passed()) std::this_thread::sleep_for(kLook);
  return running_ == 0;
}

// Also removes this daemon from the list of live ones.
void Daemon::give_back_rest() {
  try {
    pg::Connection connection(services_.config.database, "assay-pipeline drain");
    pg::Tx tx(connection, pg::Access::ReadWrite);
    for (const ActiveClaims::Held& held : claims_.all()) {
      held->lost = true;
      if (work::release(tx, held->claim)) {
        log::info("item_given_back", {{"subjectId", held->claim.subject_id}});
      }
    }
    work::withdraw(tx, identity_.worker);
    tx.commit();
  } catch (const pg::DbError& error) {
    log::warning("drain_incomplete", {{"error", error.what()}});  // the leases will expire
  }
}

void sd_notify(std::string_view state) {
  const char* path = std::getenv("NOTIFY_SOCKET");
  if (path == nullptr || *path == '\0') return;
  try {
    send_datagram(path, state);
  } catch (const IoError& error) {
    log::warning("notify_failed", {{"error", error.what()}});
  }
}

std::optional<std::chrono::microseconds> watchdog_interval() {
  const auto micros = number_in("WATCHDOG_USEC");
  if (!micros || *micros <= 0) return std::nullopt;
  const auto pid = number_in("WATCHDOG_PID");
  if (pid && *pid != ::getpid()) return std::nullopt;
  return std::chrono::microseconds(*micros);
}

}  // namespace assay::jobs
