// SPDX-License-Identifier: Apache-2.0
// Days that a text names, and the calendar.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// A stretch of days, both ends included: days since 1970-01-01 of the Gregorian calendar. A day by
// itself begins and ends it; "May 2024" and "2024" are the month and the year.
struct DayRange {
  int first = 0;
  int last = 0;
  bool no_year = false;  // "09.01.", "10 January": days of some year, good for their distance alone
  std::size_t start = 0;  // bytes of the text
  std::size_t end = 0;
};

// "2025-03-07", "07.03.2025", "7/3/2025" (day first), "7 March 2025", "March 7, 2025", "March
// 2025", "Q3 2025", "09.01." and "10 January" without their year, "2025" after "in", "during" or
// "year". In order of reading; what is no date of the calendar is left out.
[[nodiscard]] std::vector<DayRange> days_named(const text::Wording& said);

[[nodiscard]] std::optional<int> whole_number(std::string_view word);

// A year as it occurs in dates of records: 1950 to 2099.
[[nodiscard]] std::optional<int> year_of(std::string_view word);

}  // namespace assay::assess
