// SPDX-License-Identifier: Apache-2.0
// Keeps a document of the provider in memory. One thread at a time fetches it, and it is served
// stale while the provider fails.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace assay::oidc {

// The periods that all caches use, and the clock they read.
struct Freshness {
  using Clock = std::chrono::steady_clock;
  std::chrono::seconds lifetime{600};
  std::chrono::seconds renewal{480};  // age at which it is fetched ahead of expiry
  std::chrono::seconds cooldown{30};  // between unplanned fetches
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

  // The value, fetched when there is none or it has expired. When fetching fails, the old value is
  // still served; nullptr when there never was one. A failed fetch is retried after the cooldown.
  [[nodiscard]] Value get() {
    if (Value value = younger_than(freshness_.lifetime)) return value;
    const std::lock_guard fetching(fetching_);
    if (Value value = younger_than(freshness_.lifetime)) return value;  // fetched meanwhile
    if (!cooling_down()) fetch_now();
    return last();
  }
  // Fetches now, unless the last fetch was less than the cooldown ago. Returns what get() then
  // gives.
  Value refetch() {
    const std::lock_guard fetching(fetching_);
    if (!cooling_down()) fetch_now();
    return last();
  }
  // Call this regularly, so that get() seldom has to wait.
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
  std::mutex mutex_;     // guards the three members below
  Value value_;
  TimePoint fetched_{};
  std::optional<TimePoint> tried_;
};

}  // namespace assay::oidc
