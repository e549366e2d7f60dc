// SPDX-License-Identifier: Apache-2.0
// Signals "there may be work" to sleeping idle workers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>

namespace assay::jobs {

// Safe from any thread.
class WorkSignal {
 public:
  void notify() {
    {
      const std::lock_guard lock(mutex_);
      ++count_;
    }
    changed_.notify_all();
  }
  // Read it before looking for work, so that a hint that arrives meanwhile is not missed.
  [[nodiscard]] std::uint64_t count() const {
    const std::lock_guard lock(mutex_);
    return count_;
  }
  // Waits until notified after `seen` was read, the time is over, or a stop is requested.
  void wait(const std::stop_token& stop, std::uint64_t seen, std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    static_cast<void>(changed_.wait_for(lock, stop, time, [this, seen] { return count_ != seen; }));
  }
  // Sleeps, ignoring hints; ends early when a stop is requested.
  void pause(const std::stop_token& stop, std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    static_cast<void>(changed_.wait_for(lock, stop, time, [] { return false; }));
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t count_ = 0;
};

}  // namespace assay::jobs
