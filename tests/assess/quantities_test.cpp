// SPDX-License-Identifier: Apache-2.0
// Periods and sizes: how they are said, and which of them meet a requirement.
#include "pipeline/assess/language/quantities.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::assess {
namespace {

QuantityMatch held_against(std::string_view required, std::string_view evidence) {
  const auto asked = quantities(required);
  EXPECT_EQ(asked.size(), 1U) << required;
  return match(asked.at(0), quantities(evidence));
}

TEST(Quantities, FrequenciesThatMeet) {
  for (const char* said : {"quarterly", "every three months", "monthly", "each quarter", "weekly",
                           "four times a year", "every 90 days", "once a quarter"}) {
    EXPECT_EQ(held_against("at least quarterly", said), QuantityMatch::Met) << said;
  }
  for (const char* said : {"annually", "every six months", "twice a year", "every other quarter",
                           "once per year", "semi-annually"}) {
    EXPECT_EQ(held_against("at least quarterly", said), QuantityMatch::Missed) << said;
  }
  EXPECT_EQ(held_against("at least quarterly", "for three months"), QuantityMatch::Absent);
  EXPECT_EQ(held_against("at least twice a year", "half-yearly"), QuantityMatch::Met);
  EXPECT_EQ(held_against("at least once a year", "once every twelve months"), QuantityMatch::Met);
}

TEST(Quantities, DurationsHaveADirection) {
  EXPECT_EQ(held_against("within 24 hours", "within one day"), QuantityMatch::Met);
  EXPECT_EQ(held_against("within 24 hours", "the same day"), QuantityMatch::Met);
  EXPECT_EQ(held_against("within 24 hours", "within three working days"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("for at least twelve months", "for 400 days"), QuantityMatch::Met);
  EXPECT_EQ(held_against("for at least twelve months", "one year"), QuantityMatch::Met);
  EXPECT_EQ(held_against("for at least twelve months", "90 days"), QuantityMatch::Missed);
}

TEST(Quantities, KeyLengthsAndVersions) {
  EXPECT_EQ(held_against("at least 256 bits", "AES-256"), QuantityMatch::Met);
  EXPECT_EQ(held_against("at least 256 bits", "a 128-bit key"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("TLS 1.2 or later", "TLSv1.3"), QuantityMatch::Met);
  EXPECT_EQ(held_against("TLS 1.2 or later", "TLS 1.0"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("TLS 1.2 or later", "SSH 2"), QuantityMatch::Absent);
}

TEST(Quantities, CountsHaveAUnit) {
  EXPECT_EQ(held_against("at least 12 characters", "14 characters"), QuantityMatch::Met);
  EXPECT_EQ(held_against("at least 12 characters", "minimum length: 8 characters"),
            QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least 12 characters", "12 hosts"), QuantityMatch::Absent);
  EXPECT_EQ(held_against("12 characters or more", "eight letters"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least 99.5 %", "99.91 percent"), QuantityMatch::Met);
  EXPECT_EQ(held_against("no more than five attempts", "3 failed attempts"), QuantityMatch::Met);
  EXPECT_EQ(held_against("no more than five attempts", "50 attempts"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least two persons", "one employee"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("does not exceed 3,000 euro", "up to EUR 5,000"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least 12 characters", "setting: minimum length; value: 7"),
            QuantityMatch::Missed);
}

TEST(Quantities, HoursAndMinutesAreOneDuration) {
  EXPECT_EQ(held_against("within 4 hours", "after 3 h 10 min"), QuantityMatch::Met);
  EXPECT_EQ(held_against("within 4 hours", "after 7 h 45 min"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("within 4 hours", "nine hours and five minutes"), QuantityMatch::Missed);
}

TEST(Quantities, MeasuresAndShares) {
  EXPECT_EQ(held_against("below 27 degrees Celsius", "24.1 \u00b0C"), QuantityMatch::Met);
  EXPECT_EQ(held_against("no more than 50 ppm", "130 ppm"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least 95 %", "518 of 640 employees"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least 95 %", "of 640 employees, 630 did it"), QuantityMatch::Met);
  EXPECT_EQ(held_against("at least 95 %", "Staff: 120; Completed: 101"), QuantityMatch::Absent);
  const auto range = quantities("between 2 and 8 degrees Celsius");
  ASSERT_EQ(range.size(), 2U);
  EXPECT_EQ(range[0].bound, Bound::AtLeast);
  EXPECT_EQ(range[0].value, 2);
  EXPECT_EQ(range[1].bound, Bound::AtMost);
  EXPECT_EQ(range[1].value, 8);
  EXPECT_EQ(quantities("at least 99 % of each month").size(), 1U);
}

TEST(Quantities, OneInSoMany) {
  EXPECT_EQ(held_against("at least 5 %", "one crate in ten"), QuantityMatch::Met);
  EXPECT_EQ(held_against("at least 5 %", "1 in 50"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least 5 %", "one day in May"), QuantityMatch::Absent);
  EXPECT_EQ(held_against("at least two persons", "one guard alone, one employee alone"),
            QuantityMatch::Missed);
}

TEST(Quantities, TheNextDayAndTheLast) {
  EXPECT_EQ(held_against("within five days", "by the end of the next business day"),
            QuantityMatch::Met);
  EXPECT_EQ(held_against("within one day", "on the last working day at 18:00"), QuantityMatch::Met);
  EXPECT_EQ(held_against("within two hours", "on the following day"), QuantityMatch::Missed);
}

TEST(Quantities, AnIntervalOfMonthsIsHowOften) {
  EXPECT_EQ(held_against("at intervals of no more than six months", "every quarter"),
            QuantityMatch::Met);
  EXPECT_EQ(held_against("at intervals of no more than six months", "every year"),
            QuantityMatch::Missed);
}

TEST(Quantities, LabelsCountNothing) {
  for (const char* text : {"section 4 controls", "ISO 27001 controls", "version 3 texts",
                           "on 12 May 2025", "2025-03-07"}) {
    EXPECT_TRUE(quantities(text).empty()) << text;
  }
}

TEST(Quantities, NoLongerThanIsAnUpperBound) {
  EXPECT_EQ(held_against("for no longer than one month", "for 10 days"), QuantityMatch::Met);
  EXPECT_EQ(held_against("for no longer than one month", "for two months"), QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least annually", "every spring"), QuantityMatch::Met);
  EXPECT_EQ(held_against("at least weekly", "every Monday"), QuantityMatch::Met);
}

TEST(Quantities, MonthsNamedTellHowOften) {
  EXPECT_EQ(held_against("at least twice a year", "every April and every October"),
            QuantityMatch::Met);
  EXPECT_EQ(held_against("at least monthly", "In January and July the warden looks"),
            QuantityMatch::Missed);
  EXPECT_EQ(held_against("at least monthly", "in May and June 2025"), QuantityMatch::Absent);
}

TEST(Quantities, ANumberInACellMayHaveANote) {
  EXPECT_EQ(held_against("at least 2 guards", "Gate: north; Guards: 1 (Odum)"),
            QuantityMatch::Missed);
}

}  // namespace
}  // namespace assay::assess
