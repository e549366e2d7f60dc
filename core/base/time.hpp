// SPDX-License-Identifier: Apache-2.0
// Instants in UTC and their wire form. Records take their time from the database's clock; this
// process's clock serves only tokens, logs and budgets.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// Microseconds since 1970-01-01T00:00:00Z, the resolution of PostgreSQL's timestamptz.
using Timestamp = std::chrono::sys_time<std::chrono::microseconds>;

[[nodiscard]] Timestamp now();
// ISO 8601 UTC with milliseconds: 2026-01-02T03:04:05.678Z (truncated, not rounded).
[[nodiscard]] std::string to_iso8601(Timestamp at);
// Accepts YYYY-MM-DDTHH:MM:SS[.fraction] with Z or an offset (+02:00, -03), and a date YYYY-MM-DD.
[[nodiscard]] std::optional<Timestamp> from_iso8601(std::string_view text);

// For headers (RFC 9110 section 5.6.7): Fri, 02 Jan 2026 03:04:05 GMT.
[[nodiscard]] std::string to_http_date(Timestamp at);

[[nodiscard]] constexpr std::int64_t to_micros(Timestamp at) {
  return at.time_since_epoch().count();
}
[[nodiscard]] constexpr Timestamp from_micros(std::int64_t micros) {
  return Timestamp(std::chrono::microseconds(micros));
}

// A time budget on the monotonic clock, passed to all calls that share it.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Deadline(Clock::duration budget) : end_(Clock::now() + budget) {}
  [[nodiscard]] bool passed() const { return Clock::now() >= end_; }
  // Never negative.
  [[nodiscard]] std::chrono::milliseconds left() const;

 private:
  Clock::time_point end_;
};

}  // namespace assay
