// SPDX-License-Identifier: Apache-2.0
// Maps confidence to status. No other code knows the rule.
#pragma once

#include "core/base/states.hpp"

namespace assay {

// 0 < partial <= complete <= 1.
struct Thresholds {
  double complete = 0.75;
  double partial = 0.40;
};

[[nodiscard]] constexpr bool valid(const Thresholds& limits) {
  return limits.partial > 0 && limits.partial <= limits.complete && limits.complete <= 1;
}

// COMPLETE from `complete` up, PARTIAL from `partial` up, otherwise MISSING. Precondition:
// valid(limits) and confidence is a number in 0..1.
[[nodiscard]] constexpr AssessmentStatus status_for(double confidence, const Thresholds& limits) {
  if (confidence >= limits.complete) return AssessmentStatus::Complete;
  if (confidence >= limits.partial) return AssessmentStatus::Partial;
  return AssessmentStatus::Missing;
}

// The same for an assessment: one that could not be evaluated stays FAILED, and one without a
// citation is at most MISSING, however low the thresholds.
[[nodiscard]] constexpr AssessmentStatus status_under(AssessmentStatus assessed, double confidence,
                                                      bool cited, const Thresholds& limits) {
  if (assessed == AssessmentStatus::Failed) return assessed;
  return cited ? status_for(confidence, limits) : AssessmentStatus::Missing;
}

}  // namespace assay
