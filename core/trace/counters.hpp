// SPDX-License-Identifier: Apache-2.0
// Figures about the work: counters of one process, counters that a pool of processes shares, and
// the text form that Prometheus reads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace assay {

// Figures about the work, which any thread adds to until they are collected: counters and
// histograms by Prometheus' conventions.

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

// Counters in a file that every process of a pool maps. Each process adds, any process reads the
// sum, and the counts outlive the process.
class SharedCounters {
 public:
  // layout: text that says what each counter means. A file of another layout or size is replaced by
  // one of zeros; processes that map the old one keep using it. Throws IoError.
  SharedCounters(const std::string& path, std::string_view layout, std::size_t count);
  // Counters of this process alone, for when there can be no file.
  explicit SharedCounters(std::size_t count);
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;
  ~SharedCounters();

  // Precondition of both: index < count. Safe from any thread of any process.
  void add(std::size_t index, std::uint64_t amount) noexcept;
  [[nodiscard]] std::uint64_t get(std::size_t index) const noexcept;

 private:
  void map(int fd, std::size_t count);
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  std::span<std::uint64_t> counters_;
};

}  // namespace assay

namespace assay::prometheus {

// Writes Prometheus' text exposition format, version 0.0.4.
inline constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";

// A number as the format writes it: whole ones without a point, "+Inf", "NaN".
[[nodiscard]] std::string number(double value);

class Exposition {
 public:
  // Begins a family; all of its samples follow. type: counter, gauge or histogram. help: one line.
  void family(std::string_view name, std::string_view type, std::string_view help);
  // labels: `a="b",c="d"` as label() of core/trace/counters.hpp makes them, or "".
  void sample(std::string_view name, std::string_view labels, double value);
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

}  // namespace assay::prometheus
