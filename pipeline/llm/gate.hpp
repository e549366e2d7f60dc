// SPDX-License-Identifier: Apache-2.0
// What all requests to one server share: when it may be asked at all. A limit that one request
// meets holds for all, and a server that is down is found out once.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>

#include "core/time.hpp"
#include "pipeline/llm/breaker.hpp"

namespace assay::llm {

// Whether the caller no longer wants what it waits for; asked several times a second.
using Cancelled = std::function<bool()>;

// Safe from any thread.
class Gate {
 public:
  enum class Entry {
    Go,           // send; tell how it went by one of the functions below
    Probe,        // the same, as the one request that tries a server that was down
    RateLimited,  // the server's pause is longer than the time left
    Unavailable,  // the server is down, and stays so for longer than the time left, or has been
                  // tried in vain while this request waited
    GivenUp,
  };
  enum class Outcome { Reached, Failed, Unknown };

  explicit Gate(BreakerSettings settings) : breaker_(settings) {}

  // Waits while the gate is shut, as long as that may help.
  [[nodiscard]] Entry enter(const Deadline& deadline, const Cancelled& cancelled);
  // entry: what enter() gave, Go or Probe. Reached: any answer but a 5xx.
  void report(Entry entry, Outcome outcome);
  // The server asked for a pause.
  void shut_for(std::chrono::milliseconds time);
  // Sleeps; false when it was cancelled. Precondition: it fits the deadline.
  [[nodiscard]] static bool pause(std::chrono::milliseconds time, const Cancelled& cancelled);

 private:
  using Clock = Breaker::Clock;

  std::mutex mutex_;
  std::condition_variable changed_;
  Clock::time_point shut_until_{};
  Breaker breaker_;
};

}  // namespace assay::llm
