// SPDX-License-Identifier: Apache-2.0
// Lines that name what stands elsewhere, and sentences that look like them.
#include "pipeline/assess/reading/candidate.hpp"

#include <gtest/gtest.h>

namespace assay::assess {
namespace {

TEST(Titles, Lists) {
  EXPECT_TRUE(is_list_of_titles("1 Crisis team; 2 Communication plan; 3 Return"));
  EXPECT_TRUE(is_list_of_titles("Handling of keys | Lost badges | Contact"));
  EXPECT_TRUE(is_list_of_titles("Quick links: Handling of keys | Lost badges | Contact"));
  EXPECT_TRUE(is_list_of_files("Door_Plan.pdf Key_Register.xlsx"));
  EXPECT_TRUE(is_list_of_titles("Chapter A: Alarm; Chapter B: Return of keys"));
  EXPECT_FALSE(is_list_of_titles("Gate: north; Guard: J. Doe"));
  EXPECT_FALSE(is_list_of_titles("Keys are handed out; badges are collected."));
  EXPECT_FALSE(is_list_of_files("The register is kept in Keys.xlsx and checked weekly."));
}

TEST(Titles, LabelledLines) {
  EXPECT_TRUE(is_labelled_title("Tab 3 Fire drill"));
  EXPECT_TRUE(
      is_labelled_title("10:15 Safe handling of keys 11:30 Use of the vault by the guards"));
  EXPECT_FALSE(is_labelled_title("10 guards are on duty"));
  EXPECT_TRUE(is_labelled_title("Annex B: Issue of keys to guards."));
  EXPECT_TRUE(is_labelled_title("Table 2: Keys by gate"));
  EXPECT_FALSE(is_labelled_title("B: keys go to guards."));
  EXPECT_FALSE(is_labelled_title("Keys and badges"));
}

}  // namespace
}  // namespace assay::assess
