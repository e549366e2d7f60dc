// SPDX-License-Identifier: Apache-2.0
// Writes the headers RateLimit and RateLimit-Policy.
#include "handlers/http/rate_limit.hpp"

#include <string>

namespace assay::handlers {
namespace {

constexpr std::string_view kLimit = "limit";
constexpr std::string_view kAllowed = "allowed";
constexpr std::string_view kWindow = "windowSeconds";
constexpr std::string_view kRemaining = "remaining";
constexpr std::string_view kRetryAfter = "retryAfterSeconds";

std::string item(std::string_view name, std::string_view parameter, std::int64_t value) {
  std::string text = "\"";
  text.append(name).append("\";").append(parameter).append("=").append(std::to_string(value));
  return text;
}

void set_policy(std::string_view name, std::int64_t allowed, std::int64_t window_seconds,
                fcgi::Response& response) {
  std::string policy = item(name, "q", allowed);
  if (window_seconds > 0) {
    policy.append(";w=").append(std::to_string(window_seconds));
  } else {
    policy.append(";qu=\"concurrent-requests\"");
  }
  response.set("RateLimit-Policy", policy);
}

Json described(const RateLimit& limit, Json details) {
  details.set(kLimit, limit.name).set(kAllowed, limit.allowed);
  if (limit.window_seconds > 0) details.set(kWindow, limit.window_seconds);
  return details;
}

}  // namespace

Json RateLimit::reached(std::int64_t retry_after_seconds) const {
  return described(*this, Json::object().set(kRetryAfter, retry_after_seconds));
}

Json RateLimit::used(std::int64_t remaining) const {
  return described(*this, Json::object().set(kRemaining, remaining));
}

void RateLimit::tell(fcgi::Response& response, std::optional<std::int64_t> remaining) const {
  set_policy(name, allowed, window_seconds, response);
  if (remaining) response.set("RateLimit", item(name, "r", *remaining));
}

void tell_rate_limit(const Json& details, fcgi::Response& response) {
  const auto name = details.get(kLimit).as_string();
  const auto allowed = details.get(kAllowed).as_integer();
  const auto wait = details.get(kRetryAfter).as_integer();
  const auto remaining = details.get(kRemaining).as_integer();
  if (!name || !allowed || (!wait && !remaining)) return;
  set_policy(*name, *allowed, details.get(kWindow).as_integer().value_or(0), response);
  std::string limit = item(*name, "r", remaining.value_or(0));
  if (wait) limit.append(";t=").append(std::to_string(*wait));
  response.set("RateLimit", limit);
}

}  // namespace assay::handlers
