// SPDX-License-Identifier: Apache-2.0
// Evaluates requirements on several threads, so that one thread can store finished results.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "pipeline/jobs/run_evaluate.hpp"

namespace assay::jobs {

// Tells an evaluator that no more results are wanted. Declare after the pool: destroyed first.
struct Ending {
  explicit Ending(std::atomic<bool>& flag) : over(flag) {}
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;
  ~Ending() { over = true; }
  std::atomic<bool>& over;
};

// If destroyed early, it starts nothing more and waits for the evaluations in progress.
class EvaluationPool {
 public:
  // Must not throw, and must be safe to call from several threads at once.
  using Evaluate = std::function<Evaluated(std::size_t)>;

  EvaluationPool(std::vector<std::size_t> requirements, Evaluate evaluate, std::size_t threads);
  // Returns at least one result, in any order; none once all have been handed out.
  [[nodiscard]] std::vector<Evaluated> take();

 private:
  void run(const std::stop_token& stop);

  const std::vector<std::size_t> requirements_;
  const Evaluate evaluate_;
  std::mutex mutex_;
  std::condition_variable finished_;
  std::size_t next_ = 0;
  std::size_t handed_out_ = 0;
  std::vector<Evaluated> results_;
  std::vector<std::jthread> threads_;  // last: joined first
};

}  // namespace assay::jobs
