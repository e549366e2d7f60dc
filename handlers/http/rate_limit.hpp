// SPDX-License-Identifier: Apache-2.0
// The limits that the service sets on how much one client may ask, as answers tell them: in the
// details of errors, and in the headers RateLimit and RateLimit-Policy of
// draft-ietf-httpapi-ratelimit-headers-10.
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

  // What an error of a client that reached the limit says: {retryAfterSeconds, limit, allowed,
  // windowSeconds?}.
  [[nodiscard]] Json reached(std::int64_t retry_after_seconds) const;
  // What an error of a client that comes nearer says: {limit, allowed, remaining, windowSeconds?}.
  [[nodiscard]] Json used(std::int64_t remaining) const;
  // Tells of the limit in a response that is no error. remaining: nullopt where counting would cost
  // too much.
  void tell(fcgi::Response& response, std::optional<std::int64_t> remaining = {}) const;
};

// Sets the headers in the response to an error with such details. Other details set none.
void tell_rate_limit(const Json& details, fcgi::Response& response);

}  // namespace assay::handlers
