// SPDX-License-Identifier: Apache-2.0
// Writes Prometheus' text exposition format, version 0.0.4.
#pragma once

#include <string>
#include <string_view>

namespace assay::prometheus {

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
