// SPDX-License-Identifier: Apache-2.0
// Locates quotes: word for word, or apart from white space, hyphenation and case, or nowhere.
#include "pipeline/llm/verdict.hpp"

#include <gtest/gtest.h>

#include <string>

namespace assay::llm {
namespace {

constexpr std::string_view kContent =
    "Access rights of all users are reviewed every quarter. The review is re-\ncorded in the "
    "register.\nMulti\xE2\x80\x91"
    "factor authentication is required for remote\xC2\xA0"
    "access; "
    "co\xC2\xADoperation is voluntary.";

// The content's own words for a quote; "exact: " or "repaired: " before them, or "nowhere".
std::string found(std::string_view quote, std::string_view content = kContent) {
  const auto place = find_quote(content, quote);
  if (!place) return "nowhere";
  return (place->repaired ? "repaired: " : "exact: ") +
         std::string(content.substr(place->start, place->end - place->start));
}

TEST(Quotes, WordForWord) {
  EXPECT_EQ(found("are reviewed every quarter."), "exact: are reviewed every quarter.");
  EXPECT_EQ(found("corded in the register."), "exact: corded in the register.");
}

TEST(Quotes, RepairedTheyAreTheDocumentsOwnWords) {
  EXPECT_EQ(found("ACCESS RIGHTS of all users"), "repaired: Access rights of all users");
  EXPECT_EQ(found("access  rights\n of\tall users"), "repaired: Access rights of all users");
  EXPECT_EQ(found("The review is recorded in the register"),
            "repaired: The review is re-\ncorded in the register");
  EXPECT_EQ(found("multi-factor authentication is required"),
            "repaired: Multi\xE2\x80\x91"
            "factor authentication is required");
  EXPECT_EQ(found("multifactor authentication is required"),
            "repaired: Multi\xE2\x80\x91"
            "factor authentication is required");
  EXPECT_EQ(found("required for remote access"),
            "repaired: required for remote\xC2\xA0"
            "access");
  EXPECT_EQ(found("access; cooperation is voluntary"),
            "repaired: access; co\xC2\xADoperation is voluntary");
  EXPECT_EQ(found("  of all users are  "), "repaired: of all users are");
}

TEST(Quotes, AnyOtherDifferenceIsNoQuote) {
  EXPECT_EQ(found("are reviewed each quarter"), "nowhere");
  EXPECT_EQ(found("are reviewed every quarter!"), "nowhere");
  EXPECT_EQ(found("Access rights ... reviewed every quarter"), "nowhere");
  EXPECT_EQ(found("Access rights of users are reviewed"), "nowhere");
  EXPECT_EQ(found("all users are not reviewed"), "nowhere");
}

TEST(Quotes, BeginAndEndWhereWordsDo) {
  EXPECT_EQ(found("ights of all users are"), "nowhere");
  EXPECT_EQ(found("rights of all users ar"), "nowhere");
  EXPECT_EQ(found("IGHTS OF ALL USERS"), "nowhere");
  EXPECT_EQ(found("rights of all USER"), "nowhere");
  EXPECT_EQ(found("ART b c d", "a part b c do, art b c d."), "repaired: art b c d")
      << "the first place cuts words";
  EXPECT_EQ(found("art b c d", "a part b c d, art b c do; art b c d."), "exact: art b c d");
  EXPECT_EQ(found("access; co\xC2\xAD"), "nowhere");
  EXPECT_EQ(found("operation is voluntary and free", "co\xC2\xADoperation is voluntary and free"),
            "nowhere");
}

TEST(Quotes, ANumberIsOneWord) {
  constexpr std::string_view kDays = "Leavers lose access within 1.5 days of leaving.";
  EXPECT_EQ(found("Leavers lose access within 1", kDays), "nowhere");
  EXPECT_EQ(found("5 days of leaving", kDays), "nowhere");
  EXPECT_EQ(found("access within 1.5 days", kDays), "exact: access within 1.5 days");
  EXPECT_EQ(found("All are kept 90", "All are kept 90. Then 5 go."), "exact: All are kept 90");
}

TEST(Quotes, WhatSaysNothingIsNoQuote) {
  for (const std::string_view nothing : {"", " ", "-", ".", "a", "of", "- . -", "\n\n",
                                         "reviewed every quarter", "of all - users"}) {
    EXPECT_EQ(found(nothing), "nowhere") << nothing;
  }
  EXPECT_EQ(found("Approved: Yes; Owner: CIO", "Approved: Yes; Owner: CIO"),
            "exact: Approved: Yes; Owner: CIO");
  EXPECT_EQ(word_count("Approved: Yes; - Owner: CIO/CTO"), 4U);
  EXPECT_FALSE(find_quote("", "anything that is said"));
}

TEST(Quotes, OtherScriptsAndBytes) {
  EXPECT_EQ(found("ZUGRIFFSRECHTE WERDEN ÜBERPRÜFT", "Die Zugriffsrechte werden überprüft."),
            "nowhere");
  EXPECT_EQ(found("DIE ZUGRIFFSRECHTE WERDEN ÜBERPRÜFT", "Die Zugriffsrechte werden überprüft."),
            "repaired: Die Zugriffsrechte werden überprüft");
  EXPECT_EQ(found("права ДОСТУПА все же", "Права доступа все же пересматриваются"),
            "repaired: Права доступа все же");
  EXPECT_EQ(found("権限は四半期", "アクセス権限は四半期ごとに見直す"), "exact: 権限は四半期");
}

}  // namespace
}  // namespace assay::llm
