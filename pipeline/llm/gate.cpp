// SPDX-License-Identifier: Apache-2.0
// Waits for the breaker, for pauses and for places.
#include "pipeline/llm/gate.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace assay::llm {
namespace {

constexpr std::chrono::milliseconds kLook{100};  // how often a waiter checks for cancellation

bool asked_to_stop(const Cancelled& cancelled) {
  return cancelled && cancelled();
}

}  // namespace

Breaker::Pass Breaker::ask(Clock::time_point now) {
  if (!open_) return Pass::Go;
  if (now < open_until_ || probing_) return Pass::Wait;
  probing_ = true;
  return Pass::Probe;
}

void Breaker::succeeded() {
  // Also for a request in progress when the breaker opened: the server is there.
  open_ = false;
  probing_ = false;
  failures_.clear();
}

void Breaker::failed(Clock::time_point now, bool probe) {
  if (probe) return open(now);
  if (open_) return;
  failures_.push_back(now);
  while (failures_.front() < now - settings_.window) failures_.pop_front();
  if (failures_.size() >= settings_.failures) open(now);
}

void Breaker::open(Clock::time_point now) {
  open_ = true;
  probing_ = false;
  failures_.clear();
  open_until_ = now + settings_.open_for;
  ++times_opened_;
}

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

class Places::Place final : public assess::Turn {
 public:
  explicit Place(Places& places) : places_(places) {}
  ~Place() override { places_.give_back(); }

 private:
  Places& places_;
};

std::unique_ptr<assess::Turn> Places::take(const Cancelled& cancelled) {
  std::unique_lock lock(mutex_);
  const std::uint64_t own = next_++;
  waiting_.push_back(own);
  while (free_ == 0 || waiting_.front() != own) {
    if (cancelled && cancelled()) {
      std::erase(waiting_, own);
      changed_.notify_all();
      return nullptr;
    }
    changed_.wait_for(lock, kLook);
  }
  waiting_.pop_front();
  --free_;
  changed_.notify_all();
  lock.unlock();
  return std::make_unique<Place>(*this);
}

void Places::give_back() {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  changed_.notify_all();
}

}  // namespace assay::llm
