// SPDX-License-Identifier: Apache-2.0
// A tenant's calibration in the built-in evaluator: every probability on the same rising curve, and
// nothing else.
#include "pipeline/assess/judge/confidence.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/assess/traps/judged.hpp"

namespace assay::assess {
namespace {

// Probabilities have four decimals, and near one the curve is steep.
constexpr double kRounding = 2e-3;
constexpr Calibration kStrict{3, {0.7, -0.8}, {0.9, -0.3}};

const std::vector<Candidate> kEvidence{
    paper(1,
          "The depot manager inspects every extinguisher each month. A fire drill is planned for "
          "next year.")};

Verdict judged(const std::string& title, const std::optional<Calibration>& calibration,
               const std::vector<Candidate>& candidates = kEvidence) {
  return judge(requirement(title), candidates, calibration);
}

const std::vector<std::string> kTitles{
    "The depot manager inspects every extinguisher each month.",
    "The depot manager inspects every extinguisher each month and holds a fire drill.",
    "Extinguishers in the depot are inspected every month.",
    "The depot manager inspects the extinguishers, and every extinguisher is inspected each "
    "month."};

TEST(Calibration, ChangesTheProbabilitiesAlone) {
  for (const std::string& title : kTitles) {
    const Verdict own = judged(title, std::nullopt);
    const Verdict calibrated = judged(title, kStrict);
    ASSERT_FALSE(own.citations.empty()) << title;
    EXPECT_FALSE(own.details.has("calibration"));
    EXPECT_NEAR(calibrated.confidence, kStrict.confidence.of(own.confidence), kRounding) << title;
    const Json noted = calibrated.details.get("calibration");
    EXPECT_EQ(noted.get("version").as_integer(), 3);
    EXPECT_EQ(noted.get("uncalibrated").get("confidence").as_number(), own.confidence);
    EXPECT_EQ(noted.get("uncalibrated").get("supported").as_number(),
              own.details.get("supported").as_number());
    ASSERT_EQ(calibrated.citations.size(), own.citations.size()) << title;
    for (std::size_t i = 0; i < own.citations.size(); ++i) {
      EXPECT_EQ(calibrated.citations[i].text, own.citations[i].text);
    }
    const Json checks = calibrated.details.get("subchecks");
    for (std::size_t i = 0; i < checks.size(); ++i) {
      const double before =
          own.details.get("subchecks").at(i).get("confidence").as_number().value();
      const double after = checks.at(i).get("confidence").as_number().value();
      EXPECT_NEAR(after, kStrict.confidence.of(before), kRounding) << title;
      EXPECT_EQ(checks.at(i).get("met").as_bool(), after >= 0.55) << title;
    }
    EXPECT_GE(calibrated.details.get("supported").as_number(), calibrated.confidence);
  }
}

TEST(Calibration, KeepsTheOrder) {
  std::vector<std::pair<double, double>> pairs;
  for (const std::string& title : kTitles) {
    pairs.emplace_back(judged(title, std::nullopt).confidence, judged(title, kStrict).confidence);
  }
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t i = 1; i < pairs.size(); ++i) EXPECT_GE(pairs[i].second, pairs[i - 1].second);
}

TEST(Calibration, MakesNothingOfNoCitation) {
  const Calibration generous{1, {1, 4}, {1, 4}};
  const Verdict verdict = judged("Cryptographic keys are rotated.", generous, {});
  EXPECT_TRUE(verdict.citations.empty());
  EXPECT_LE(verdict.confidence, 0.2);
}

TEST(Calibration, OneThatChangesNothingChangesNothing) {
  const Calibration none{2, {}, {}};
  for (const std::string& title : kTitles) {
    const Verdict own = judged(title, std::nullopt);
    const Verdict same = judged(title, none);
    EXPECT_EQ(same.confidence, own.confidence);
    EXPECT_EQ(same.reasoning, own.reasoning);
    EXPECT_EQ(same.details.get("subchecks").canonical(), own.details.get("subchecks").canonical());
  }
}

}  // namespace
}  // namespace assay::assess
