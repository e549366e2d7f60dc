// SPDX-License-Identifier: Apache-2.0
// Decides for all requests to one server when it may be asked. A limit that one request meets
// applies to all, and a server that is down is detected once.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

#include "core/base/time.hpp"
#include "pipeline/llm/breaker.hpp"

namespace assay::llm {

// Whether the caller no longer wants what it waits for; called several times a second.
using Cancelled = std::function<bool()>;

// Safe from any thread.
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

}  // namespace assay::llm
