// SPDX-License-Identifier: Apache-2.0
// A circuit breaker: a server that keeps failing is left alone for a while, then tried with one
// request before all others may continue.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace assay::llm {

struct BreakerSettings {
  std::size_t failures = 5;  // needed to open it ...
  std::chrono::milliseconds window{30'000};
  std::chrono::milliseconds open_for{10'000};
};

// Closed, open, or half open with one probe in progress. For one thread at a time.
class Breaker {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Pass { Go, Probe, Wait };

  explicit Breaker(BreakerSettings settings) : settings_(settings) {}

  // Go: send. Probe: send, and report the outcome with one of the three functions below. Wait:
  // until opens_at(), or, if that has passed, until the probe returns.
  [[nodiscard]] Pass ask(Clock::time_point now);
  [[nodiscard]] Clock::time_point opens_at() const noexcept { return open_until_; }
  // How often it has opened so far.
  [[nodiscard]] std::uint64_t times_opened() const noexcept { return times_opened_; }

  void succeeded();
  void failed(Clock::time_point now, bool probe);
  // The probe ended without any information about the server.
  void abandoned() { probing_ = false; }

 private:
  void open(Clock::time_point now);

  BreakerSettings settings_;
  std::deque<Clock::time_point> failures_;
  bool open_ = false;
  bool probing_ = false;
  Clock::time_point open_until_{};
  std::uint64_t times_opened_ = 0;
};

}  // namespace assay::llm
