// SPDX-License-Identifier: Apache-2.0
// A tenant's glossary: what a text may be said with besides its own words.
#include "pipeline/text/glossary.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::text {
namespace {

using Expressions = std::set<std::vector<std::string>>;

OtherWords other_words(const std::vector<GlossaryEntry>& entries, std::string_view text) {
  const auto read = terms(text);
  return Glossary(entries).other_words(read);
}

const std::vector<GlossaryEntry>& vpn() {
  static const std::vector<GlossaryEntry> entries{{"HarbourLink", "VPN"},
                                                  {"BCM", "business continuity"}};
  return entries;
}

TEST(Glossary, AMeaningMayBeSaidByItsExpression) {
  const auto found = other_words(vpn(), "Staff outside the office use a VPN.");
  EXPECT_EQ(found.expressions, (Expressions{{"harbourlink"}}));
  EXPECT_TRUE(found.concepts.empty()) << "the text names the concept itself";
}

TEST(Glossary, AMeaningInOtherWordsOfTheThesaurusCountsToo) {
  EXPECT_EQ(other_words(vpn(), "Remote access is secured.").expressions,
            (Expressions{{"harbourlink"}}));
}

TEST(Glossary, AnExpressionMayBeSaidByItsMeaning) {
  const auto found = other_words(vpn(), "HarbourLink is kept up to date.");
  EXPECT_EQ(found.expressions, (Expressions{{"vpn"}}));
  EXPECT_EQ(found.concepts, (std::set<std::string>{"remote-access"}));
}

TEST(Glossary, AMeaningThatIsNoConceptCountsByItsWords) {
  const std::vector<GlossaryEntry> entries{{"Kestrel", "the harbour control room"}};
  EXPECT_EQ(other_words(entries, "Who may enter the harbour control rooms is known.").expressions,
            (Expressions{{"kestrel"}}));
  EXPECT_TRUE(other_words(entries, "Who may enter the control room is known.").expressions.empty());
}

TEST(Glossary, NamesForTheSameThingStandForOneAnother) {
  const std::vector<GlossaryEntry> entries{
      {"Kestrel", "harbour control room"}, {"The Nest", "harbour control rooms"}, {"Owl", "gate"}};
  EXPECT_EQ(other_words(entries, "Kestrel is locked.").expressions,
            (Expressions{{"nest"}, {"harbour", "control", "room"}}));
}

TEST(Glossary, WhatIsSaidAlreadyIsNotSaidAgain) {
  const auto found = other_words(vpn(), "The VPN is HarbourLink.");
  EXPECT_TRUE(found.expressions.empty());
  EXPECT_TRUE(found.concepts.empty());
}

TEST(Glossary, WhatItDoesNotKnowHasNoOtherWords) {
  EXPECT_TRUE(other_words(vpn(), "The canteen serves soup.").expressions.empty());
  EXPECT_TRUE(other_words({}, "Staff use a VPN.").expressions.empty());
}

TEST(Glossary, WordsThatAreNeverIndexedMatchNothing) {
  EXPECT_TRUE(
      Glossary(std::vector<GlossaryEntry>{{"It", "VPN"}, {"--", "VPN"}, {"X", "the"}}).empty());
}

}  // namespace
}  // namespace assay::text
