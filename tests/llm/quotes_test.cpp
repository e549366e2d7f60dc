// SPDX-License-Identifier: Apache-2.0
// Where quotes stand: word for word, or but for white space, hyphenation and case, or nowhere.
#include "pipeline/llm/quotes.hpp"

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
  EXPECT_EQ(found("register."), "exact: register.");
}

TEST(Quotes, RepairedTheyAreTheDocumentsOwnWords) {
  EXPECT_EQ(found("ACCESS RIGHTS of all users"), "repaired: Access rights of all users");
  EXPECT_EQ(found("access  rights\n of\tall users"), "repaired: Access rights of all users");
  EXPECT_EQ(found("The review is recorded in the register"),
            "repaired: The review is re-\ncorded in the register");
  EXPECT_EQ(found("multi-factor authentication"),
            "repaired: Multi\xE2\x80\x91"
            "factor authentication");
  EXPECT_EQ(found("multifactor authentication"),
            "repaired: Multi\xE2\x80\x91"
            "factor authentication");
  EXPECT_EQ(found("for remote access"),
            "repaired: for remote\xC2\xA0"
            "access");
  EXPECT_EQ(found("Cooperation is voluntary"), "repaired: co\xC2\xADoperation is voluntary");
  EXPECT_EQ(found("  the register.  "), "repaired: the register.");
}

TEST(Quotes, AnyOtherDifferenceIsNoQuote) {
  EXPECT_EQ(found("are reviewed each quarter"), "nowhere");
  EXPECT_EQ(found("are reviewed every quarter!"), "nowhere");
  EXPECT_EQ(found("Access rights ... reviewed every quarter"), "nowhere");
  EXPECT_EQ(found("Access rights of users are reviewed"), "nowhere");
  EXPECT_EQ(found("all users are not reviewed"), "nowhere");
}

TEST(Quotes, ARepairedQuoteEndsWhereWordsDo) {
  EXPECT_EQ(found("IGHTS OF ALL USER"), "nowhere");
  EXPECT_EQ(found("rights of all USER"), "nowhere");
  EXPECT_EQ(found("ART b", "a part bc art b."), "repaired: art b") << "the first place cuts words";
}

TEST(Quotes, WhatSaysNothingIsNoQuote) {
  for (const std::string_view nothing : {"", " ", "-", ".", "a", "of", "- . -", "\n\n"}) {
    EXPECT_EQ(found(nothing), "nowhere") << nothing;
  }
  EXPECT_EQ(found("Yes", "Approved: Yes; Owner: CIO"), "exact: Yes");
  EXPECT_FALSE(find_quote("", "anything"));
}

TEST(Quotes, OtherScriptsAndBytes) {
  EXPECT_EQ(found("ZUGRIFFSRECHTE WERDEN ÜBERPRÜFT", "Die Zugriffsrechte werden überprüft."),
            "repaired: Zugriffsrechte werden überprüft");
  EXPECT_EQ(found("доступ", "Права ДОСТУП пересматриваются"), "repaired: ДОСТУП");
  EXPECT_EQ(found("権限は四半期", "アクセス権限は四半期ごとに見直す"), "exact: 権限は四半期");
}

}  // namespace
}  // namespace assay::llm
