// SPDX-License-Identifier: Apache-2.0
// The thesaurus: which expressions stand for a concept, and that its table is well formed.
#include "pipeline/text/concepts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace assay::text {
namespace {

std::set<std::string> concepts_of(std::string_view text) {
  std::set<std::string> out;
  const auto read = terms(text);
  for (const ConceptMatch& match : concepts_in(read)) out.emplace(match.concept_id);
  return out;
}

bool share_one(std::string_view a, std::string_view b) {
  const auto left = concepts_of(a);
  return std::ranges::any_of(concepts_of(b),
                             [&left](const std::string& id) { return left.contains(id); });
}

TEST(Concepts, OtherWordsForTheSameThingShareOne) {
  EXPECT_TRUE(share_one("Leavers' accounts are disabled.",
                        "On her last working day she hands in the badge."));
  EXPECT_TRUE(share_one("Media are disposed of securely.", "The drives were shredded."));
  EXPECT_FALSE(share_one("Leavers' accounts are disabled.", "The canteen serves soup."));
}

TEST(Concepts, FormsAndStopWordsDoNotMatter) {
  EXPECT_TRUE(concepts_of("certificates of the destruction").contains("media-disposal"));
}

TEST(Concepts, OneOtherWordMayStandBetween) {
  EXPECT_TRUE(concepts_of("certificate 2231 of destruction").contains("media-disposal"));
  EXPECT_FALSE(concepts_of("certificate of origin and weighing before destruction")
                   .contains("media-disposal"));
}

TEST(Concepts, AMatchSaysWhereItStands) {
  const auto read = terms("The drives were shredded in May.");
  const auto found = concepts_in(read);
  const auto match = std::ranges::find(found, "media-disposal", &ConceptMatch::concept_id);
  ASSERT_NE(match, found.end());
  EXPECT_EQ(read[match->first].word, "shredded");
  EXPECT_EQ(match->last, match->first + 1);
}

TEST(Concepts, TheTableHasNoLineTwice) {
  std::set<std::string_view> seen;
  std::set<std::string_view> ids;
  std::string_view rest = concepts_table();
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    EXPECT_EQ(std::ranges::count(line, '\t'), 1) << line;
    EXPECT_TRUE(seen.insert(line).second) << line;
    ids.insert(line.substr(0, line.find('\t')));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  EXPECT_GE(seen.size(), 6000U);
  EXPECT_GE(ids.size(), 400U);
}

}  // namespace
}  // namespace assay::text
