// SPDX-License-Identifier: Apache-2.0
// Counts the requests each route answered, by status and time, over all processes of the pool.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "core/trace/counters.hpp"

namespace assay::handlers {

class RequestMetrics {
 public:
  // file: holds the counters. If it cannot be used, this process counts only its own requests, and
  // the log says so.
  explicit RequestMetrics(const std::string& file);

  // row: an index of routes(), or nullopt when no route matched. time: until the response starts.
  void observe(std::optional<std::size_t> row, int status, std::chrono::microseconds time) noexcept;
  // Writes one family: a histogram by route, method and status class.
  void expose(prometheus::Exposition& exposition) const;

 private:
  std::unique_ptr<SharedCounters> counters_;
};

}  // namespace assay::handlers
