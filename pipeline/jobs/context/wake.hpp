// SPDX-License-Identifier: Apache-2.0
// Wakes sleeping threads: those that wait in poll(2), and those that wait for work.
#pragma once

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <stop_token>

#include "core/base/io.hpp"

namespace assay::jobs {

// A descriptor that stays readable once it is set.
class WakeFd {
 public:
  WakeFd() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!fd_.open()) throw IoError("eventfd", errno);
  }
  [[nodiscard]] int get() const noexcept { return fd_.get(); }
  // Throws IoError.
  void set() const {
    const std::uint64_t one = 1;
    if (::write(fd_.get(), &one, sizeof one) < 0 && errno != EAGAIN) {
      throw IoError("write eventfd", errno);
    }
  }

 private:
  FileDescriptor fd_;
};

// Whether one of the descriptors became ready in that time; sets their revents. An interrupted wait
// counts as no. Throws IoError.
inline bool ready_within(std::span<pollfd> descriptors, std::chrono::milliseconds time) {
  const int ready = ::poll(descriptors.data(), descriptors.size(), static_cast<int>(time.count()));
  if (ready < 0 && errno != EINTR) throw IoError("poll", errno);
  return ready > 0;
}

// "There may be work", for idle workers. Safe from any thread.
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
