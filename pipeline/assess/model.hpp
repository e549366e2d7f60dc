// SPDX-License-Identifier: Apache-2.0
// The built-in evaluator's coefficients, all in one place. They are part of its version: a change
// here is a new version.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace assay::assess::model {

// Credit of a word asked for that stands not in the sentence itself.
inline constexpr double kCreditAround = 0.6;   // in the sentence before or behind
inline constexpr double kCreditHeading = 0.7;  // in the heading path or the file's name
// A word the sub-check asks for in particular weighs this much more than its setting.
inline constexpr double kFocusWeight = 1.5;
// A word of the requirement's topic that the sub-check does not name again weighs less.
inline constexpr double kTopicWeight = 0.6;
// What a sentence keeps of its coverage when it holds none of the words in focus.
inline constexpr double kWithoutFocus = 0.35;

// What it keeps without the most telling word of all.
inline constexpr double kWithoutKey = 0.85;
// Further sentences of the same document that may add what the best one lacks, and their credit.
inline constexpr std::size_t kJoined = 2;
inline constexpr double kJoinedCredit = 0.7;

// Force left when the evidence gives another period or size than asked, or none.
inline constexpr double kQuantityMissed = 0.55;
inline constexpr double kQuantityAbsent = 0.65;
// A practice that is shown and falls short of its measure or scope is followed in part: it keeps
// this much of its probability if it had it.
inline constexpr double kInPart = 0.45;
// Of a small number that the evidence does not say again.
inline constexpr double kFewAbsent = 0.85;
// Force left, besides the exception's, of a rule that is suspended as a whole.
inline constexpr double kSuspended = 0.39;
// Force left when another passage just as close is weakened; lower where "every" is asked.
inline constexpr double kContradicted = 0.75;
// One sub-check that is contradicted keeps the whole from being COMPLETE.
inline constexpr double kMaxContradicted = 0.66;
// How close: share of the best passage's strength.
inline constexpr double kAsClose = 0.9;
inline constexpr double kAsCloseRow = 0.7;        // of a row, where "every" is asked
inline constexpr double kAsClosePractice = 0.35;  // where a practice is demanded
inline constexpr double kAsCloseDenial = 0.30;    // of a sentence that denies the thing outright
inline constexpr double kAsCloseOpposed =
    0.05;  // of one that says the contrary of a state asked for
inline constexpr double kAsCloseExemption = 0.05;  // of a sentence that lets something out
// Share of what a sub-check is about that a sentence must name to contradict it.
inline constexpr double kSameTheme = 0.4;
inline constexpr double kRowTheme = 0.3;  // of a row
inline constexpr double kWhole = 0.99;    // all of it
// And to deny it outright.
inline constexpr double kThemeDenied = 0.6;
// A passage of less force is weakened.
inline constexpr double kUnweakened = 0.72;
// Where what says it best is weakened, and by so much better: what is left of what the others say.
inline constexpr double kDominates = 1.2;
inline constexpr double kDominated = 0.42;
// Likewise where only what is weakened names what is asked to be done: so much of it.
inline constexpr double kCertain = 0.95;
inline constexpr double kNamesDeed = 0.3;
// Or where so much of what is asked is named only to be denied.
inline constexpr double kOnlyDenied = 0.12;
// Not by a title or a definition, where another passage says at least so much.
inline constexpr double kSpeaks = 0.2;
inline constexpr double kDenied = 0.39;  // and it denies the thing outright

// A requirement is no better than its weakest sub-check allows: with this, COMPLETE at 0.75 needs
// each of them at 0.69 or more.
inline constexpr double kCapWithoutWeakest = 0.20;
// And no worse than this share of its best one: a sub-check that alone would be COMPLETE (0.75), or
// is shown but contradicted,
// makes the whole PARTIAL (0.40).
inline constexpr double kBestShare = 0.61;
// A sub-check counts as met from here on, and the whole is then shown in part.
inline constexpr double kMet = 0.55;
inline constexpr double kLeastInPart = 0.40;
// Passages of less strength are not cited, unless the sub-check is so probable; above the third
// they are near misses.
inline constexpr double kCited = 0.34;
inline constexpr double kCitedAnyway = 0.30;
inline constexpr double kNearMiss = 0.22;
// Without any citation the confidence stays below every sensible threshold for PARTIAL.
inline constexpr double kWithoutCitation = 0.20;

[[nodiscard]] inline double lexical(double coverage, double focus_coverage, bool key) {
  return coverage * (kWithoutFocus + (1 - kWithoutFocus) * focus_coverage) *
         (key ? 1 : kWithoutKey);
}

// Of the requirement, from its sub-checks' probabilities. Precondition: there is one.
[[nodiscard]] inline double confidence(std::span<const double> checks) {
  double sum = 0;
  double least = 1;
  double best = 0;
  for (const double check : checks) {
    sum += check;
    least = std::min(least, check);
    best = std::max(best, check);
  }
  const double mean = sum / static_cast<double>(checks.size());
  const double capped = std::min(mean, kCapWithoutWeakest + (1 - kCapWithoutWeakest) * least);
  const double in_part = checks.size() > 1 && best >= kMet ? kLeastInPart : 0;
  return std::max({capped, kBestShare * best, in_part});
}

}  // namespace assay::assess::model
