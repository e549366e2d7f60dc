// SPDX-License-Identifier: Apache-2.0
// Periods and sizes: how they are said, and which of them meet a requirement.
#include "pipeline/assess/quantities.hpp"

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

}  // namespace
}  // namespace assay::assess
