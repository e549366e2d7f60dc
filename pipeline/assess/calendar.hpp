// SPDX-License-Identifier: Apache-2.0
// Months, years and days of the Gregorian calendar as words and as numbers.
#pragma once

#include <optional>
#include <string_view>

#include "pipeline/assess/dates.hpp"

namespace assay::assess {

// Of a folded word, "march" or "mar": 1 to 12; 0 for what is no month.
[[nodiscard]] int month_of(std::string_view word);

[[nodiscard]] std::optional<int> whole_number(std::string_view word);

// A year as it stands in dates of records: 1950 to 2099.
[[nodiscard]] std::optional<int> year_of(std::string_view word);

// Days since 1970-01-01; nullopt: there is no such day.
[[nodiscard]] std::optional<int> day_number(int year, int month, int day);

// From the first of a month, so many months long. Precondition: 1 <= month <= 12.
[[nodiscard]] DayRange months_from(int year, int month, int count);

}  // namespace assay::assess
