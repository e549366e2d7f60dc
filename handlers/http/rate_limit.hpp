// SPDX-License-Identifier: Apache-2.0
// Reports the service's limits to its clients: in the details of errors, and in the headers
// RateLimit and RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers-10.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/json/json.hpp"
#include "fcgi/response.hpp"

namespace assay::handlers {

struct RateLimit {
  std::string_view name;          // letters and hyphens
  std::int64_t allowed = 0;       // within the window
  std::int64_t window_seconds{};  // 0: that many at the same time

  // The error details for a client that has reached the limit: {retryAfterSeconds, limit, allowed,
  // windowSeconds?}.
  [[nodiscard]] Json reached(std::int64_t retry_after_seconds) const;
  // The error details for a client that is approaching the limit: {limit, allowed, remaining,
  // windowSeconds?}.
  [[nodiscard]] Json used(std::int64_t remaining) const;
  // Adds the limit to a response that is not an error. remaining: nullopt where counting would cost
  // too much.
  void tell(fcgi::Response& response, std::optional<std::int64_t> remaining = {}) const;
};

// Sets the headers in the response to an error with such details. Other details set none.
void tell_rate_limit(const Json& details, fcgi::Response& response);

}  // namespace assay::handlers
