// SPDX-License-Identifier: Apache-2.0
// Metrics of the requests that each route answered, by status and time, over all processes of the
// pool; and of what the service depends on: disk, database, checkpoints and the last backup.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "core/settings/config.hpp"
#include "core/trace/counters.hpp"
#include "db/pg/tx.hpp"

namespace assay::handlers {

// Metrics of this host: the file system of stored files, and the last backup made here.
void expose_host(prometheus::Exposition& exposition, const Config& config);

// Metrics of the installation, the same on every host.
void expose_database(prometheus::Exposition& exposition, pg::Tx& tx);

class RequestMetrics {
 public:
  // file: holds the counters. If it cannot be used, this process counts only its own requests, and
  // the log says so.
  explicit RequestMetrics(const std::string& file);

  // row: an index of routes(), or nullopt when no route matched. time: until the response starts.
  void observe(std::optional<std::size_t> row, int status, std::chrono::microseconds time) noexcept;
  // A span of a request was handed to the pipeline, or lost because it did not take it.
  void observe_span(bool sent) noexcept;
  // Writes a histogram by route, method and status class, and the counter of spans.
  void expose(prometheus::Exposition& exposition) const;

 private:
  std::unique_ptr<SharedCounters> counters_;
};

}  // namespace assay::handlers
