// SPDX-License-Identifier: Apache-2.0
// Waits at the gate.
#include "pipeline/llm/gate.hpp"

#include <algorithm>
#include <thread>

namespace assay::llm {
namespace {

constexpr std::chrono::milliseconds kLook{100};  // how often a waiter checks for cancellation

bool asked_to_stop(const Cancelled& cancelled) {
  return cancelled && cancelled();
}

}  // namespace

Gate::Entry Gate::enter(const Deadline& deadline, const Cancelled& cancelled) {
  std::unique_lock lock(mutex_);
  const std::uint64_t opened_before = breaker_.times_opened();
  for (;;) {
    if (asked_to_stop(cancelled)) return Entry::GivenUp;
    const auto now = Clock::now();
    const auto end = now + deadline.left();
    if (now < shut_until_) {
      if (shut_until_ >= end) return Entry::RateLimited;
      changed_.wait_until(lock, std::min(shut_until_, now + kLook));
      continue;
    }
    if (breaker_.times_opened() != opened_before) return Entry::Unavailable;
    switch (breaker_.ask(now)) {
      case Breaker::Pass::Go:
        return Entry::Go;
      case Breaker::Pass::Probe:
        return Entry::Probe;
      case Breaker::Pass::Wait:
        break;
    }
    if (breaker_.opens_at() >= end || deadline.passed()) return Entry::Unavailable;
    const auto again = now < breaker_.opens_at() ? breaker_.opens_at() : now + kLook;
    changed_.wait_until(lock, std::min(again, now + kLook));
  }
}

void Gate::report(Entry entry, Outcome outcome) {
  {
    const std::lock_guard lock(mutex_);
    const bool probe = entry == Entry::Probe;
    if (outcome == Outcome::Reached) {
      breaker_.succeeded();
    } else if (outcome == Outcome::Failed) {
      breaker_.failed(Clock::now(), probe);
    } else if (probe) {
      breaker_.abandoned();
    }
  }
  changed_.notify_all();
}

void Gate::shut_for(std::chrono::milliseconds time) {
  const std::lock_guard lock(mutex_);
  shut_until_ = std::max(shut_until_, Clock::now() + time);
}

bool Gate::pause(std::chrono::milliseconds time, const Cancelled& cancelled) {
  const auto end = Clock::now() + time;
  for (auto now = Clock::now(); now < end; now = Clock::now()) {
    if (asked_to_stop(cancelled)) return false;
    std::this_thread::sleep_until(std::min(end, now + kLook));
  }
  return !asked_to_stop(cancelled);
}

}  // namespace assay::llm
