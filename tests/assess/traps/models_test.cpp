// SPDX-License-Identifier: Apache-2.0
// The fitted models inside the evaluator: what is unrelated shows nothing, what is said in other
// words is found, and sub-checks agree with the verdict.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "tests/assess/traps/judge.hpp"
#include "tests/embed/model.hpp"

namespace assay::assess::traps {
namespace {

Pair pair_of(std::string requirement, std::string heading, std::string text) {
  Pair out;
  out.id = "made";
  out.requirement = std::move(requirement);
  out.evidence = {{"paper.md", std::move(heading), std::move(text)}};
  return out;
}

Judgement judged(const Pair& pair) {
  return judge(pair, embed::embedder());
}

TEST(Models, UnrelatedEvidenceShowsNothing) {
  for (const auto& [requirement, text] : std::vector<std::pair<const char*, const char*>>{
           {"Backups are tested by restoring them at least once a year.",
            "The canteen serves soup at noon. On Fridays there is fish, and the dessert is free."},
           {"Multi-factor authentication is enforced for all remote access.",
            "The cycle shed behind the warehouse has forty places. Visitors may use them, too."},
           {"Are suppliers assessed before they are engaged?",
            "The choir rehearses on Tuesdays. New voices are welcome, above all basses."}}) {
    const Judgement found = judged(pair_of(requirement, "", text));
    EXPECT_EQ(to_text(found.status), "MISSING")
        << requirement << " " << found.verdict.confidence << "\n"
        << found.verdict.reasoning;
  }
}

TEST(Models, EvidenceInOtherWordsIsFoundAndCited) {
  const Judgement found = judged(pair_of(
      "Accounts of people who leave the organisation are disabled on their last day.",
      "Offboarding",
      "HR names every departure to the service desk. The desk blocks the employee's user account, "
      "VPN "
      "and badge before five o'clock of the final working day. In 2025 this was done for all 41 "
      "leavers, and the auditor found none that was late.\n"
      "The summer party takes place in the yard."));
  EXPECT_NE(to_text(found.status), "MISSING") << found.verdict.reasoning;
  bool cited = false;
  for (const Citation& citation : found.verdict.citations) {
    cited = cited || citation.text.find("blocks the employee") != std::string::npos;
    EXPECT_EQ(citation.text.find("summer party"), std::string::npos);
  }
  EXPECT_TRUE(cited) << found.verdict.reasoning;
}

TEST(Models, SubChecksAgreeWithTheVerdict) {
  constexpr Thresholds kDefault{};
  const auto pairs =
      read_pairs(std::filesystem::path(ASSAY_SOURCE_DIR) / "tests/assess/traps/exception.json");
  for (const Pair& pair : pairs) {
    const Verdict verdict = judged(pair).verdict;
    const Json checks = verdict.details.get("subchecks");
    std::size_t met = 0;
    for (std::size_t i = 0; i < checks.size(); ++i) {
      met += checks.at(i).get("met").as_bool().value_or(false) ? 1 : 0;
    }
    ASSERT_GT(checks.size(), 0U) << pair.id;
    if (verdict.confidence >= kDefault.complete) {
      EXPECT_EQ(met, checks.size()) << pair.id << "\n" << verdict.reasoning;
    } else {
      EXPECT_LT(met, checks.size()) << pair.id << "\n" << verdict.reasoning;
    }
    if (verdict.confidence < kDefault.partial) {
      EXPECT_EQ(met, 0U) << pair.id << "\n" << verdict.reasoning;
    }
  }
}

}  // namespace
}  // namespace assay::assess::traps
