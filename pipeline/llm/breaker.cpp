// SPDX-License-Identifier: Apache-2.0
// Implements the breaker's states.
#include "pipeline/llm/breaker.hpp"

namespace assay::llm {

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

}  // namespace assay::llm
