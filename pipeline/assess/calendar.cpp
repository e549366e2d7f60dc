// SPDX-License-Identifier: Apache-2.0
// The calendar's words and numbers.
#include "pipeline/assess/calendar.hpp"
#include "pipeline/assess/language/tables.hpp"

#include <array>
#include <charconv>
#include <chrono>

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

}  // namespace

int month_of(std::string_view word) {
  if (word.size() < 3) return 0;
  for (std::size_t i = 0; i < lists::kMonthsInShort.size(); ++i) {
    if (word[1] != lists::kMonthsInShort[i][1]) continue;
    if (word == lists::kMonthsInShort[i] || word == lists::kMonthNames[i])
      return static_cast<int>(i) + 1;
  }
  return word == "sept" ? 9 : 0;
}

std::optional<int> whole_number(std::string_view word) {
  int value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ec != std::errc{} || read.ptr != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<int> year_of(std::string_view word) {
  const auto year = whole_number(word);
  return word.size() == 4 && year && *year >= 1950 && *year < 2100 ? year : std::nullopt;
}

std::optional<int> day_number(int year, int month, int day) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return static_cast<int>(std::chrono::sys_days(date).time_since_epoch().count());
}

DayRange months_from(int year, int month, int count) {
  const int behind = month - 1 + count;
  return {*day_number(year, month, 1), *day_number(year + behind / 12, behind % 12 + 1, 1) - 1,
          false, 0, 0};
}

}  // namespace assay::assess
