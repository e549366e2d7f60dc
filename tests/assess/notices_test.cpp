// SPDX-License-Identifier: Apache-2.0
// Documents that nobody has put in force, by what they say of themselves.
#include "pipeline/assess/notices.hpp"

#include <gtest/gtest.h>

namespace assay::assess {
namespace {

TEST(Notices, EditionsBeforeTheFirst) {
  EXPECT_TRUE(is_early_edition("gate rules v0 3 pdf"));
  EXPECT_TRUE(is_early_edition("Version 0.9"));
  EXPECT_FALSE(is_early_edition("Version 10.9"));
  EXPECT_FALSE(is_early_edition("gate rules v3 pdf"));
}

TEST(Notices, FormsNobodyHasFilledIn) {
  for (const char* text : {"Approved by: ____", "Place: ____ Signature of the guard: ________.",
                           "The gate of [company] is locked.", "Gate: ; Guard: ; Date: "}) {
    EXPECT_TRUE(is_unfilled(text)) << text;
  }
  for (const char* text :
       {"Approved by: J. Doe", "Gate: 7; Guard: ; Date: ", "Remarks: ____. Signature: J. Doe"}) {
    EXPECT_FALSE(is_unfilled(text)) << text;
  }
}

}  // namespace
}  // namespace assay::assess
