// SPDX-License-Identifier: Apache-2.0
// Reads and writes ISO 8601.
#include "core/base/time.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace assay {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

// Reads exactly `width` digits at `at` and advances past them.
std::optional<int> digits(std::string_view text, std::size_t& at, std::size_t width) {
  if (at + width > text.size()) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    const char c = text[at + i];
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  at += width;
  return value;
}

bool accept(std::string_view text, std::size_t& at, char c) {
  if (at >= text.size() || text[at] != c) return false;
  ++at;
  return true;
}

std::optional<microseconds> fraction(std::string_view text, std::size_t& at) {
  if (!accept(text, at, '.')) return microseconds{0};
  const std::size_t start = at;
  std::int64_t value = 0;
  std::int64_t unit = 100'000;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, unit /= 10) {
    value += (text[at] - '0') * unit;
  }
  if (at == start || at - start > 9) return std::nullopt;
  return microseconds{value};
}

// Parses the rest of the text as an offset from UTC: Z, or a sign, hours and optional minutes.
std::optional<minutes> offset(std::string_view text, std::size_t& at) {
  if (accept(text, at, 'Z')) return at == text.size() ? std::optional(minutes{0}) : std::nullopt;
  const bool behind = accept(text, at, '-');
  if (!behind && !accept(text, at, '+')) return std::nullopt;
  const auto hour = digits(text, at, 2);
  const bool more = accept(text, at, ':');
  const auto minute = more ? digits(text, at, 2) : std::optional(0);
  if (!hour || !minute || *hour > 23 || *minute > 59 || at != text.size()) return std::nullopt;
  const minutes ahead = hours(*hour) + minutes(*minute);
  return behind ? -ahead : ahead;
}

}  // namespace

Timestamp now() {
  return std::chrono::time_point_cast<microseconds>(std::chrono::system_clock::now());
}

std::string to_iso8601(Timestamp at) {
  const auto day = std::chrono::floor<days>(at);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<milliseconds>(at - day)};
  std::array<char, 64> buffer{};
  const int length = std::snprintf(
      buffer.data(), buffer.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
      static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
      static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
      static_cast<int>(clock.subseconds().count()));
  return {buffer.data(), static_cast<std::size_t>(std::max(length, 0))};
}

std::string to_http_date(Timestamp at) {
  constexpr std::array kWeekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                               "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<days>(at);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::seconds>(at - day)};
  std::array<char, 64> buffer{};
  const int length = std::snprintf(
      buffer.data(), buffer.size(), "%s, %02u %s %04d %02d:%02d:%02d GMT",
      kWeekdays.at(std::chrono::weekday{day}.c_encoding()), static_cast<unsigned>(date.day()),
      kMonths.at(static_cast<unsigned>(date.month()) - 1), static_cast<int>(date.year()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()));
  return {buffer.data(), static_cast<std::size_t>(std::max(length, 0))};
}

std::optional<Timestamp> from_iso8601(std::string_view text) {
  std::size_t at = 0;
  const auto year = digits(text, at, 4);
  if (!year || !accept(text, at, '-')) return std::nullopt;
  const auto month = digits(text, at, 2);
  if (!month || !accept(text, at, '-')) return std::nullopt;
  const auto day = digits(text, at, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  const Timestamp midnight{std::chrono::sys_days(date)};
  if (at == text.size()) return midnight;

  if (!accept(text, at, 'T')) return std::nullopt;
  const auto hour = digits(text, at, 2);
  if (!hour || !accept(text, at, ':')) return std::nullopt;
  const auto minute = digits(text, at, 2);
  if (!minute || !accept(text, at, ':')) return std::nullopt;
  const auto second = digits(text, at, 2);
  const auto part = second ? fraction(text, at) : std::nullopt;
  if (!part || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const auto ahead = offset(text, at);
  if (!ahead) return std::nullopt;
  return midnight + hours(*hour) + minutes(*minute) + seconds(*second) + *part - *ahead;
}

milliseconds Deadline::left() const {
  return std::max(milliseconds{0}, std::chrono::duration_cast<milliseconds>(end_ - Clock::now()));
}

}  // namespace assay
