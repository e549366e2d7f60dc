// SPDX-License-Identifier: Apache-2.0
// Words that say the contrary of a state that is asked for.
#include "pipeline/assess/language/denials.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::assess {
namespace {

bool opposed(const std::string& asked, const std::string& text) {
  return opposite_in(text::terms(asked).front().stem, text::terms(text)) != nullptr;
}

TEST(Opposites, AreContraryStatesAndNegatedForms) {
  EXPECT_TRUE(opposed("encrypted", "The tapes are written unencrypted."));
  EXPECT_TRUE(opposed("encrypted", "disk: plain"));
  EXPECT_TRUE(opposed("locked", "The gate stays open at night."));
  EXPECT_TRUE(opposed("disabled", "Account status: active"));
  EXPECT_TRUE(opposed("withdrawn", "Nine guards still had a key."));
  EXPECT_TRUE(opposed("hashed", "Codes stand in clear text."));
}

TEST(Opposites, AreNoneWhereTheyAreDeniedOrTheStateItselfIsNamed) {
  EXPECT_FALSE(opposed("disabled", "No account of a leaver is active."));
  EXPECT_FALSE(opposed("encrypted", "The gateway blocks unencrypted messages."));
  EXPECT_FALSE(opposed("locked", "The gate, locked at night, is open by day."));
  EXPECT_FALSE(opposed("trained", "The guard wears a uniform."));
}

}  // namespace
}  // namespace assay::assess
