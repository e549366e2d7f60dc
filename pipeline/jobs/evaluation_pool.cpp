// SPDX-License-Identifier: Apache-2.0
// Hands out requirements and collects results.
#include "pipeline/jobs/evaluation_pool.hpp"

#include <algorithm>
#include <utility>

namespace assay::jobs {

EvaluationPool::EvaluationPool(std::vector<std::size_t> requirements, Evaluate evaluate,
                               std::size_t threads)
    : requirements_(std::move(requirements)), evaluate_(std::move(evaluate)) {
  for (std::size_t i = 0; i < std::min(threads, requirements_.size()); ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
  }
}

std::vector<Evaluated> EvaluationPool::take() {
  std::unique_lock lock(mutex_);
  if (handed_out_ == requirements_.size()) return {};
  finished_.wait(lock, [this] { return !results_.empty(); });
  handed_out_ += results_.size();
  return std::exchange(results_, {});
}

void EvaluationPool::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested() && next_ < requirements_.size()) {
    const std::size_t requirement = requirements_[next_++];
    lock.unlock();
    Evaluated result = evaluate_(requirement);
    lock.lock();
    results_.push_back(std::move(result));
    finished_.notify_one();
  }
}

}  // namespace assay::jobs
