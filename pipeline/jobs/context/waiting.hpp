// SPDX-License-Identifier: Apache-2.0
// How long to wait before a retry, and how waiting threads are woken.
#pragma once

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <stop_token>

#include "core/base/io.hpp"
#include "core/base/work_kinds.hpp"

namespace assay::jobs {

// For one thread only.
class Jitter {
 public:
  Jitter() : engine_(std::random_device{}()) {}
  // Returns time x (0.5 .. 1.5).
  [[nodiscard]] std::chrono::milliseconds around(std::chrono::milliseconds time) {
    std::uniform_real_distribution<double> factor(0.5, 1.5);
    return std::chrono::milliseconds(
        static_cast<std::int64_t>(static_cast<double>(time.count()) * factor(engine_)));
  }

 private:
  std::minstd_rand engine_;
};

// Grows with jitter, so that many daemons do not return to a recovering database at the same
// instant.
class Backoff {
 public:
  [[nodiscard]] std::chrono::milliseconds next() {
    const auto wait = jitter_.around(wait_);
    wait_ = std::min(wait_ * 2, kMax);
    return wait;
  }
  void reset() { wait_ = kLeast; }

 private:
  static constexpr std::chrono::milliseconds kLeast{250};
  static constexpr std::chrono::milliseconds kMax{5'000};
  std::chrono::milliseconds wait_ = kLeast;
  Jitter jitter_;
};

// Delay before attempt number attempts + 1 of a job: 2, 4, 8 s ... at most 300 s, with jitter.
[[nodiscard]] inline std::chrono::milliseconds retry_delay(int attempts, Jitter& jitter) {
  constexpr int kMaxSeconds = 300;
  const int seconds = attempts >= 9 ? kMaxSeconds : std::min(kMaxSeconds, 1 << attempts);
  return jitter.around(std::chrono::seconds(seconds));
}

// Whether one of the descriptors became ready in that time; sets their revents. An interrupted wait
// counts as no. Throws IoError.
inline bool ready_within(std::span<pollfd> descriptors, std::chrono::milliseconds time) {
  const int ready = ::poll(descriptors.data(), descriptors.size(), static_cast<int>(time.count()));
  if (ready < 0 && errno != EINTR) throw IoError("poll", errno);
  return ready > 0;
}

// "There may be work in this lane", for idle workers. Safe from any thread.
class WorkSignal {
 public:
  // nullopt: in any lane.
  void notify(std::optional<WorkLane> lane = std::nullopt) {
    {
      const std::lock_guard lock(mutex_);
      for (std::size_t i = 0; i < counts_.size(); ++i) {
        if (!lane || i == static_cast<std::size_t>(*lane)) ++counts_.at(i);
      }
    }
    changed_.notify_all();
  }
  // Hints for these lanes so far. Read it before looking for work, so that a hint that arrives
  // meanwhile is not missed.
  [[nodiscard]] std::uint64_t count(std::span<const WorkLane> lanes) const {
    const std::lock_guard lock(mutex_);
    return sum(lanes);
  }
  // Waits until notified for one of the lanes after `seen` was read, the time is over, or a stop is
  // requested.
  void wait(const std::stop_token& stop, std::span<const WorkLane> lanes, std::uint64_t seen,
            std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    static_cast<void>(
        changed_.wait_for(lock, stop, time, [this, lanes, seen] { return sum(lanes) != seen; }));
  }
  // Sleeps, ignoring hints; ends early when a stop is requested.
  void pause(const std::stop_token& stop, std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    static_cast<void>(changed_.wait_for(lock, stop, time, [] { return false; }));
  }

 private:
  [[nodiscard]] std::uint64_t sum(std::span<const WorkLane> lanes) const {
    std::uint64_t all = 0;
    for (const WorkLane lane : lanes) all += counts_.at(static_cast<std::size_t>(lane));
    return all;
  }

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::array<std::uint64_t, WireNames<WorkLane>::kNames.size()> counts_{};
};

}  // namespace assay::jobs
