// SPDX-License-Identifier: Apache-2.0
// Numbers in figures and in words.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// A word and what it stands for.
struct NamedValue {
  std::string_view word;
  double value;
};

template <std::size_t N>
[[nodiscard]] std::optional<double> named(const std::array<NamedValue, N>& names,
                                          std::string_view word) {
  if (word.empty()) return std::nullopt;
  const auto found = std::ranges::find_if(names, [word](const NamedValue& one) {
    return one.word.front() == word.front() && one.word == word;
  });
  if (found == names.end()) return std::nullopt;
  return found->value;
}

inline constexpr std::array kNumberWords{
    NamedValue{"one", 1},       NamedValue{"two", 2},       NamedValue{"three", 3},
    NamedValue{"four", 4},      NamedValue{"five", 5},      NamedValue{"six", 6},
    NamedValue{"seven", 7},     NamedValue{"eight", 8},     NamedValue{"nine", 9},
    NamedValue{"ten", 10},      NamedValue{"eleven", 11},   NamedValue{"twelve", 12},
    NamedValue{"thirteen", 13}, NamedValue{"fourteen", 14}, NamedValue{"fifteen", 15},
    NamedValue{"sixteen", 16},  NamedValue{"eighteen", 18}, NamedValue{"twenty", 20},
    NamedValue{"thirty", 30},   NamedValue{"forty", 40},    NamedValue{"fifty", 50},
    NamedValue{"sixty", 60},    NamedValue{"ninety", 90},   NamedValue{"hundred", 100}};

// "12", "10,000", "1.5", "twelve".
[[nodiscard]] inline std::optional<double> number_of(const text::Term& term) {
  if (!term.number) return named(kNumberWords, term.word);
  std::string digits = term.word;
  std::erase(digits, ',');
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// "january"; no short forms, which may be other words.
[[nodiscard]] inline bool is_month_name(std::string_view word) {
  return std::ranges::find(lists::kMonthNames, word) != lists::kMonthNames.end();
}

}  // namespace assay::assess
