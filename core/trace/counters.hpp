// SPDX-License-Identifier: Apache-2.0
// Figures about the work, which any thread adds to until they are collected: counters and
// histograms by Prometheus' conventions.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace assay {

// Keyed by metric and labels. Labels are as in Prometheus' text between braces, `stage="INDEXING"`,
// built only from words that the program itself knows. See label().
using Figures = std::map<std::pair<std::string, std::string>, double>;

// `name="value"`; a value with other characters than A-Z a-z 0-9 _ . - becomes "other".
[[nodiscard]] std::string label(std::string_view name, std::string_view value);

// Upper bounds of the histograms of durations, in seconds; the last bucket is +Inf.
inline constexpr std::array kSecondBounds{0.005, 0.01, 0.025, 0.05, 0.1,  0.25, 0.5,
                                          1.0,   2.5,  5.0,   10.0, 30.0, 60.0, 120.0};

// Adds one observation to a histogram of durations: metric_bucket, metric_sum and metric_count.
void add_observation(Figures& figures, const std::string& metric, const std::string& labels,
                     double seconds);

// Safe from any thread.
class Counters {
 public:
  void add(const std::string& metric, const std::string& labels, double amount = 1);
  void observe(const std::string& metric, const std::string& labels, double seconds);
  // Returns what was added since the last call.
  [[nodiscard]] Figures collect();
  // Puts back figures that could not be stored elsewhere.
  void put_back(const Figures& figures);

 private:
  std::mutex mutex_;
  Figures figures_;
};

}  // namespace assay
