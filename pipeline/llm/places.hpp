// SPDX-License-Identifier: Apache-2.0
// Limits how many requirements are with the model at once, over all runs of the daemon; first come,
// first served.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/gate.hpp"

namespace assay::llm {

// Safe from any thread; must outlive the places it hands out.
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
