// SPDX-License-Identifier: Apache-2.0
// Requirements that keep something from happening, and what says that nothing does.
#include "pipeline/assess/language/denials.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace assay::assess {
namespace {

bool bans(std::string_view requirement) {
  return asks_for_ban(text::terms(requirement));
}

bool denies(std::string_view requirement, std::string_view evidence) {
  return denies_ban(text::terms(requirement), text::terms(evidence));
}

TEST(Bans, AreAskedFor) {
  EXPECT_TRUE(bans("Entry through the hatch is blocked."));
  EXPECT_TRUE(bans("Keys are protected against copying."));
  EXPECT_FALSE(bans("Keys are checked against the list."));
}

TEST(Bans, AreSaidNotToBeThere) {
  EXPECT_TRUE(denies("Entry through the hatch is blocked.", "The hatch is not blocked by day."));
  EXPECT_TRUE(
      denies("The list is protected against changes.", "The list has no write protection."));
  EXPECT_FALSE(
      denies("Entry through the hatch is blocked.", "No guest enters; the hatch is blocked."));
  EXPECT_FALSE(denies("Entry through the hatch is blocked.", "Nobody has a key to the hatch."));
}

}  // namespace
}  // namespace assay::assess
