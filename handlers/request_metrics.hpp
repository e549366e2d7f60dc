// SPDX-License-Identifier: Apache-2.0
// How many requests each route answered, how, and how fast; over all processes of the pool.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "core/prometheus.hpp"
#include "core/shared_counters.hpp"

namespace assay::handlers {

class RequestMetrics {
 public:
  // file: where the counters are; if it cannot be used, this process counts for itself alone, and
  // the log says so.
  explicit RequestMetrics(const std::string& file);

  // row: of routes(), none where no route matched. The time runs until the response begins.
  void observe(std::optional<std::size_t> row, int status, std::chrono::microseconds time) noexcept;
  // One family: a histogram by route, method and class of status.
  void expose(prometheus::Exposition& exposition) const;

 private:
  std::unique_ptr<SharedCounters> counters_;
};

}  // namespace assay::handlers
