// SPDX-License-Identifier: Apache-2.0
// The built-in evaluator against evidence that uses a requirement's words without showing it, and
// against evidence that only looks like such a trap.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/states.hpp"
#include "tests/assess/traps/judge.hpp"
#include "tests/embed/model.hpp"

namespace assay::assess::traps {
namespace {

constexpr std::array<std::string_view, 10> kKinds{"negation",  "plan",          "draft",
                                                  "period",    "number",        "other_subject",
                                                  "exception", "contradiction", "table_of_contents",
                                                  "definition"};
// What has been reached, which must not be lost again. Rules that were written while looking at
// these pairs had 309 of them, and 45 of 100 fresh ones; the fitted models have not seen any.
constexpr std::size_t kRightSoFar = 242;
constexpr std::size_t kShortText = 30;  // bytes; "Monthly." may well stand in two documents

std::vector<Pair> pairs_of(std::string_view kind) {
  return read_pairs(std::filesystem::path(ASSAY_SOURCE_DIR) / "tests/assess/traps" /
                    (std::string(kind) + ".json"));
}

// How many of the kind are right; the others are listed.
std::size_t right_of(std::string_view kind, const std::vector<Pair>& pairs) {
  std::size_t right = 0;
  for (const Pair& pair : pairs) {
    const Judgement got = judge(pair, embed::embedder());
    if (got.status == pair.expected) {
      ++right;
      continue;
    }
    std::printf("  %s: expected %s, got %s (%.4f). %s\n", pair.id.c_str(),
                std::string(to_text(pair.expected)).c_str(),
                std::string(to_text(got.status)).c_str(), got.verdict.confidence, pair.why.c_str());
  }
  std::printf("%s: %zu of %zu right\n", std::string(kind).c_str(), right, pairs.size());
  return right;
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

TEST(Traps, TheEvaluatorAvoidsThem) {
  std::size_t right = 0;
  std::size_t total = 0;
  for (const std::string_view kind : kKinds) {
    const std::vector<Pair> pairs = pairs_of(kind);
    ASSERT_FALSE(pairs.empty()) << kind;
    const std::size_t of_kind = right_of(kind, pairs);
    right += of_kind;
    total += pairs.size();
  }
  std::printf("all kinds: %zu of %zu right\n", right, total);
  EXPECT_GE(right, kRightSoFar);
}

// What the figures above rest on: enough pairs of each kind, and none that a constant answer or
// one that depends on the kind alone gets right.
TEST(Traps, NoKindIsRightByAConstantAnswer) {
  std::set<std::string> ids;
  std::set<std::string> requirements;
  for (const std::string_view kind : kKinds) {
    const std::vector<Pair> pairs = pairs_of(kind);
    EXPECT_GE(pairs.size(), 15U) << kind;
    std::array<std::size_t, 3> statuses{};
    for (const Pair& pair : pairs) {
      EXPECT_EQ(pair.kind, kind) << pair.id;
      EXPECT_TRUE(ids.insert(pair.id).second) << pair.id << " is there twice";
      requirements.insert(pair.requirement);
      ++statuses.at(static_cast<std::size_t>(pair.expected));
    }
    EXPECT_LE(share(*std::max_element(statuses.begin(), statuses.end()), pairs.size()), 0.6)
        << kind;
    EXPECT_GE(statuses[0], 5U) << kind << ": too few that are COMPLETE";
  }
  EXPECT_GE(ids.size(), 160U);
  EXPECT_GE(requirements.size() + 3, ids.size()) << "requirements repeat";
}

TEST(Traps, NoneIsAmongThePairsFittedOn) {
  std::set<std::string> fitted;
  for (const Pair& pair :
       read_pairs(std::filesystem::path(ASSAY_SOURCE_DIR) / "bench/judgement/pairs.json")) {
    fitted.insert(pair.requirement);
    for (const Passage& passage : pair.evidence) {
      if (passage.text.size() >= kShortText) fitted.insert(passage.text);
    }
  }
  EXPECT_GT(fitted.size(), 160U);
  for (const std::string_view kind : kKinds) {
    for (const Pair& pair : pairs_of(kind)) {
      EXPECT_FALSE(fitted.contains(pair.requirement)) << pair.id;
      for (const Passage& passage : pair.evidence) {
        EXPECT_FALSE(fitted.contains(passage.text)) << pair.id << ": " << passage.text;
      }
    }
  }
}

}  // namespace
}  // namespace assay::assess::traps
