// SPDX-License-Identifier: Apache-2.0
// A document of the provider kept in memory: fetched by one thread at a time, and served stale
// while the provider fails.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace assay::oidc {

// The times of all caches, and the clock they are read from.
struct Freshness {
  using Clock = std::chrono::steady_clock;
  std::chrono::seconds lifetime{600};
  std::chrono::seconds renewal{480};  // age at which it is fetched ahead of expiry
  std::chrono::seconds cooldown{30};  // between fetches that were not planned
  std::chrono::seconds unknown{120};  // how long a key id counts as unknown
  std::function<Clock::time_point()> now = [] { return Clock::now(); };
};

template <class T>
class Cached {
 public:
  using Value = std::shared_ptr<const T>;
  using Fetch = std::function<std::optional<T>()>;

  Cached(const Freshness& freshness, Fetch fetch)
      : freshness_(freshness), fetch_(std::move(fetch)) {}

  // The value, fetched where there is none or it has expired. One that cannot be fetched again is
  // served on; nullptr where there never was one. A failed fetch is tried again after the cooldown.
  [[nodiscard]] Value get() {
    if (Value value = younger_than(freshness_.lifetime)) return value;
    const std::lock_guard fetching(fetching_);
    if (Value value = younger_than(freshness_.lifetime)) return value;  // meanwhile
    if (!cooling_down()) fetch_now();
    return last();
  }
  // Fetches now, unless the last fetch is less than the cooldown ago. What get() gives then.
  Value refetch() {
    const std::lock_guard fetching(fetching_);
    if (!cooling_down()) fetch_now();
    return last();
  }
  // Called now and again, so that get() seldom has to wait.
  void renew() {
    if (younger_than(freshness_.renewal)) return;
    static_cast<void>(refetch());
  }

 private:
  using TimePoint = Freshness::Clock::time_point;

  [[nodiscard]] Value last() {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  [[nodiscard]] Value younger_than(std::chrono::seconds age) {
    const std::lock_guard lock(mutex_);
    return value_ && freshness_.now() - fetched_ < age ? value_ : nullptr;
  }
  [[nodiscard]] bool cooling_down() {
    const std::lock_guard lock(mutex_);
    return tried_ && freshness_.now() - *tried_ < freshness_.cooldown;
  }
  void fetch_now() {
    std::optional<T> fetched = fetch_();
    const std::lock_guard lock(mutex_);
    tried_ = freshness_.now();
    if (!fetched) return;
    fetched_ = *tried_;
    value_ = std::make_shared<const T>(std::move(*fetched));
  }

  const Freshness freshness_;
  const Fetch fetch_;
  std::mutex fetching_;  // held while fetching; taken before mutex_
  std::mutex mutex_;     // of the three below
  Value value_;
  TimePoint fetched_{};
  std::optional<TimePoint> tried_;
};

}  // namespace assay::oidc
