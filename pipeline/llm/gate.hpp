// SPDX-License-Identifier: Apache-2.0
// Decides when the server may be asked, and by how many at once, for all requests of the daemon: a
// limit that one request meets applies to all, and a server that is down is detected once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "core/base/time.hpp"
#include "pipeline/assess/judge/evaluator.hpp"

namespace assay::llm {

struct BreakerSettings {
  std::size_t failures = 5;  // needed to open it ...
  std::chrono::milliseconds window{30'000};
  std::chrono::milliseconds open_for{10'000};
};

// A server that keeps failing is left alone for a while, then tried with one request before all
// others may continue. Closed, open, or half open with one probe in progress. For one thread at a
// time.
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

// Whether the caller no longer wants what it waits for; called several times a second.
using Cancelled = std::function<bool()>;

// When the server may be asked. Safe from any thread.
class Gate {
 public:
  enum class Entry {
    Go,           // send, then report the outcome with one of the functions below
    Probe,        // the same, as the only request that tries a server that was down
    RateLimited,  // the server's pause is longer than the time left
    Unavailable,  // the server is down, and stays so for longer than the time left, or has been
                  // tried in vain while this request waited
    GivenUp,
  };
  enum class Outcome { Reached, Failed, Unknown };

  explicit Gate(BreakerSettings settings) : breaker_(settings) {}

  // Waits while the gate is shut, as long as waiting may help.
  [[nodiscard]] Entry enter(const Deadline& deadline, const Cancelled& cancelled);
  // entry: the result of enter(), Go or Probe. Reached: any answer but a 5xx.
  void report(Entry entry, Outcome outcome);
  // The server asked for a pause.
  void shut_for(std::chrono::milliseconds time);
  // Sleeps; returns false if cancelled. Precondition: time fits the deadline.
  [[nodiscard]] static bool pause(std::chrono::milliseconds time, const Cancelled& cancelled);

 private:
  using Clock = Breaker::Clock;

  std::mutex mutex_;
  std::condition_variable changed_;
  Clock::time_point shut_until_{};
  Breaker breaker_;
};

// Limits how many requirements are with the model at once, over all runs of the daemon; first come,
// first served. Safe from any thread; must outlive the places it hands out.
class Places {
 public:
  explicit Places(std::size_t count) : free_(count), count_(count) {}
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  // Waits for a place; null if cancelled.
  [[nodiscard]] std::unique_ptr<assess::Turn> take(const Cancelled& cancelled);

 private:
  class Place;
  void give_back();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t free_;
  const std::size_t count_;
  std::uint64_t next_ = 0;
  std::deque<std::uint64_t> waiting_;
};

}  // namespace assay::llm
