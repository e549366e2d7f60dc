// SPDX-License-Identifier: Apache-2.0
// Days that texts name, and the periods requirements are about.
#include "pipeline/assess/language/dates.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string_view>

namespace assay::assess {
namespace {

using namespace std::chrono;

int day(int year, unsigned month, unsigned in_month) {
  const sys_days date =
      std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(in_month);
  return static_cast<int>(date.time_since_epoch().count());
}

TEST(Dates, OneDayInManyWritings) {
  for (const char* text : {"2025-03-07", "07.03.2025", "7/3/2025", "on 7 March 2025 at noon",
                           "March 7, 2025", "7th March 2025", "7 Mar 2025"}) {
    const auto found = days_named(text);
    ASSERT_EQ(found.size(), 1U) << text;
    EXPECT_EQ(found[0].first, day(2025, 3, 7)) << text;
    EXPECT_EQ(found[0].last, found[0].first) << text;
    EXPECT_FALSE(found[0].no_year) << text;
  }
}

TEST(Dates, MonthsQuartersAndYearsAreStretches) {
  const auto month = days_named("in February 2024");
  ASSERT_EQ(month.size(), 1U);
  EXPECT_EQ(month[0].first, day(2024, 2, 1));
  EXPECT_EQ(month[0].last, day(2024, 2, 29));
  for (const char* text : {"Q3 2025", "2025 Q3", "the third quarter of 2025"}) {
    const auto quarter = days_named(text);
    ASSERT_EQ(quarter.size(), 1U) << text;
    EXPECT_EQ(quarter[0].first, day(2025, 7, 1)) << text;
    EXPECT_EQ(quarter[0].last, day(2025, 9, 30)) << text;
  }
  for (const char* text : {"H2 2025", "in the second half of 2025"}) {
    const auto half = days_named(text);
    ASSERT_EQ(half.size(), 1U) << text;
    EXPECT_EQ(half[0].first, day(2025, 7, 1)) << text;
    EXPECT_EQ(half[0].last, day(2025, 12, 31)) << text;
  }
  const auto year = days_named("during 2024");
  ASSERT_EQ(year.size(), 1U);
  EXPECT_EQ(year[0].last, day(2024, 12, 31));
}

TEST(Dates, YearsInARow) {
  EXPECT_EQ(days_named("obtained for 2022, 2023 and 2024").size(), 3U);
  EXPECT_EQ(days_named("crates 2022, 2040 and others in 2024").size(), 1U);
}

TEST(Dates, WhatIsNoDateIsLeftOut) {
  for (const char* text : {"31.02.2025", "version 3.2.1", "1.5 hours", "section 12.4", "2024 rows",
                           "room 07.03", "99/99/2025", "May we?"}) {
    EXPECT_TRUE(days_named(text).empty()) << text;
  }
}

TEST(Dates, WithoutTheirYearOnlyTheirDistanceCounts) {
  const auto found = days_named("Left: 05.04.; Locked: 06.04.");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].no_year);
  EXPECT_EQ(found[1].first - found[0].first, 1);
}

}  // namespace
}  // namespace assay::assess
