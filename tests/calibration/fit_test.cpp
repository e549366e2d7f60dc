// SPDX-License-Identifier: Apache-2.0
// Fitting a tenant's calibration: what is learnt from simulated reviewers, and what must not be.
#include "pipeline/calibration/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace assay::calibration {
namespace {

constexpr Thresholds kLimits{0.75, 0.40};

// Confidences spread over the whole scale. held: the reviewer's judgement of the n-th.
template <class Held>
std::vector<Decision> decided(std::size_t count, Held&& held) {
  std::vector<Decision> out;
  for (std::size_t n = 0; n < count; ++n) {
    Decision one;
    one.requirement = "requirement " + std::to_string(n);
    one.confidence = (static_cast<double>(n) + 0.5) / static_cast<double>(count);
    one.supported = std::sqrt(one.confidence);
    one.cited = true;
    one.limits = kLimits;
    one.held = held(n, one.confidence);
    out.push_back(one);
  }
  return out;
}

// True in `share` of a hundred cases, spread evenly and independently of the others.
bool happens(std::size_t n, double share) {
  return static_cast<double>((n * 61 + 17) % 100) < share * 100;
}

TEST(CalibrationFit, LearnsThatTheEvaluatorIsTooSure) {
  const auto decisions = decided(200, [](std::size_t n, double confidence) {
    return happens(n, confidence * confidence) ? AssessmentStatus::Complete
                                               : AssessmentStatus::Missing;
  });
  const Fit made = fit(decisions);
  EXPECT_TRUE(made.improves());
  EXPECT_LT(made.confidence.error_after, 0.7 * made.confidence.error_before);
  for (const double said : {0.3, 0.5, 0.8}) {
    EXPECT_NEAR(made.confidence.scaling.of(said), said * said, 0.09) << said;
  }
}

TEST(CalibrationFit, WhoeverAcceptsEveryStatusNeedsNone) {
  for (const std::size_t count : {50U, 120U, 1000U}) {
    const Fit made = fit(decided(
        count, [](std::size_t, double confidence) { return status_for(confidence, kLimits); }));
    EXPECT_EQ(made.status_error_before, 0) << count;
    EXPECT_FALSE(made.improves()) << count;
  }
}

TEST(CalibrationFit, WhatReviewersHoldPartialBecomesPartial) {
  // Stricter reviewers: each judges as if the confidence were lower.
  const auto strict = [](double confidence) { return assess::PlattScaling{1, -1}.of(confidence); };
  const auto decisions = decided(
      300, [&](std::size_t, double confidence) { return status_for(strict(confidence), kLimits); });
  const Fit made = fit(decisions);
  EXPECT_TRUE(made.improves());
  EXPECT_LT(made.status_error_after, 0.5 * made.status_error_before);
  for (const double said : {0.74, 0.78, 0.82}) {
    EXPECT_EQ(status_for(strict(said), kLimits), AssessmentStatus::Partial);
    EXPECT_EQ(status_for(made.confidence.scaling.of(said), kLimits), AssessmentStatus::Partial)
        << said << " " << made.confidence.scaling.of(said);
  }
}

TEST(CalibrationFit, AnySupportIsACurveOfItsOwn) {
  const auto decisions = decided(300, [](std::size_t n, double) {
    return happens(n, 0.5) ? AssessmentStatus::Partial : AssessmentStatus::Missing;
  });
  const Fit made = fit(decisions);
  EXPECT_TRUE(made.supported.improves());
  EXPECT_NEAR(made.supported.scaling.of(0.8), 0.5, 0.1);
  EXPECT_NEAR(made.confidence.scaling.of(0.8), 0.5 * 0.575, 0.1);
}

TEST(CalibrationFit, RisesWhateverIsDecided) {
  const auto decisions = decided(400, [](std::size_t, double confidence) {
    return confidence < 0.5 ? AssessmentStatus::Complete : AssessmentStatus::Missing;
  });
  const assess::PlattScaling curve = fit(decisions).confidence.scaling;
  double before = 0;
  for (double said = 0.01; said < 1; said += 0.01) {
    EXPECT_GT(curve.of(said), before) << said;
    before = curve.of(said);
  }
}

TEST(CalibrationFit, AlreadyRightIsNoImprovement) {
  const auto decisions = decided(400, [](std::size_t n, double confidence) {
    return happens(n, confidence) ? AssessmentStatus::Complete : AssessmentStatus::Missing;
  });
  const Fit made = fit(decisions);
  EXPECT_LT(made.confidence.error_before, 0.08);
  EXPECT_NEAR(made.confidence.scaling.slope, 1, 0.2);
  EXPECT_NEAR(made.confidence.scaling.intercept, 0, 0.2);
}

TEST(CalibrationFit, OneRequirementDecidedOftenProvesNothing) {
  auto decisions = decided(80, [](std::size_t, double) { return AssessmentStatus::Missing; });
  for (Decision& one : decisions) one.requirement = "the same";
  const Fit made = fit(decisions);
  EXPECT_FALSE(made.confidence.improves()) << "there is nothing to check it on";
  EXPECT_DOUBLE_EQ(made.confidence.error_after, made.confidence.error_before);
}

TEST(CalibrationFit, AllAlikeGivesNoCertainty) {
  const auto decisions =
      decided(60, [](std::size_t, double) { return AssessmentStatus::Complete; });
  const assess::PlattScaling curve = fit(decisions).confidence.scaling;
  EXPECT_GT(curve.of(0.5), 0.7);
  EXPECT_LT(curve.of(0.5), 0.99);
  EXPECT_LT(curve.of(0.02), 0.9) << "sixty decisions are no proof for ever";
}

TEST(CalibrationFit, WithoutACitationTheCeilingStays) {
  auto decisions = decided(100, [](std::size_t, double) { return AssessmentStatus::Complete; });
  for (Decision& one : decisions) {
    one.cited = false;
    one.confidence *= 0.2;
  }
  const Fit made = fit(decisions);
  EXPECT_GE(made.confidence.error_after, 0.8 - 1e-9) << "nothing above 0.2 would be said";
}

TEST(CalibrationFit, TheSameDecisionsGiveTheSameCurve) {
  const auto decisions = decided(75, [](std::size_t n, double confidence) {
    return happens(n, confidence / 2) ? AssessmentStatus::Complete : AssessmentStatus::Partial;
  });
  const Fit first = fit(decisions);
  const Fit second = fit(decisions);
  EXPECT_EQ(first.confidence.scaling.slope, second.confidence.scaling.slope);
  EXPECT_EQ(first.confidence.scaling.intercept, second.confidence.scaling.intercept);
  EXPECT_EQ(first.supported.error_after, second.supported.error_after);
}

}  // namespace
}  // namespace assay::calibration
