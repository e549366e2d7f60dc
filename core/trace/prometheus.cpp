// SPDX-License-Identifier: Apache-2.0
// Writes samples, one per line.
#include "core/trace/prometheus.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace assay::prometheus {

std::string number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  std::array<char, 64> buffer{};
  constexpr double kWhole = 9'007'199'254'740'992.0;  // 2^53: every whole number below is exact
  const bool whole = value == std::trunc(value) && std::abs(value) < kWhole;
  const auto done = whole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                          static_cast<long long>(value))
                          : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), done.ptr};
}

void Exposition::family(std::string_view name, std::string_view type, std::string_view help) {
  text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
  text_.append(name).append(" ").append(type).append("\n");
}

void Exposition::sample(std::string_view name, std::string_view labels, double value) {
  text_.append(name);
  if (!labels.empty()) text_.append("{").append(labels).append("}");
  text_.append(" ").append(number(value)).append("\n");
}

}  // namespace assay::prometheus
