// SPDX-License-Identifier: Apache-2.0
// Parses request targets, within limits: percent encoding, path segments and query parameters.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace assay::fcgi {

inline constexpr std::size_t kMaxTargetBytes = 8192;
inline constexpr std::size_t kMaxQueryParameters = 64;

enum class Plus { IsPlus, IsSpace };

// nullopt for a '%' without two hexadecimal digits, and if the result contains NUL, another control
// character below U+0020, or invalid UTF-8.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text, Plus plus);
// Encodes everything but unreserved characters (RFC 3986 section 2.3) as %XX.
[[nodiscard]] std::string percent_encode(std::string_view text);

struct QueryParameter {
  std::string name;
  std::string value;
};

// Parameters in the order given; names are unique.
class Query {
 public:
  Query() = default;
  explicit Query(std::vector<QueryParameter> parameters) : parameters_(std::move(parameters)) {}

  // "name=" gives "", an absent parameter nullopt.
  [[nodiscard]] std::optional<std::string> get(std::string_view name) const;
  [[nodiscard]] const std::vector<QueryParameter>& all() const noexcept { return parameters_; }

 private:
  std::vector<QueryParameter> parameters_;
};

// Split before decoding, so that %2F never separates segments. "/api/runs/" and "/api/runs" differ:
// the former ends in an empty segment.
struct Target {
  std::vector<std::string> segments;
  Query query;
};

// target: the origin form, "/path?query". 400 VALIDATION_ERROR if it is malformed, over the limits,
// has "." or ".." segments, or repeats a parameter.
[[nodiscard]] Result<Target> parse_target(std::string_view target);

}  // namespace assay::fcgi
