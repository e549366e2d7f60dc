// SPDX-License-Identifier: Apache-2.0
// What words, weakenings and contradictions count for: set by hand, all in one place. They are part
// of the evaluator's version: a change here is a new version.
#pragma once

#include <cstddef>

namespace assay::assess::constants {

// Credit of a word asked for that stands not in the sentence itself.
inline constexpr double kCreditAround = 0.6;   // in the sentence before or behind
inline constexpr double kCreditHeading = 0.7;  // in the heading path or the file's name
// A word the sub-check asks for in particular weighs this much more than its setting.
inline constexpr double kFocusWeight = 1.5;
// A word of the requirement's topic that the sub-check does not name again weighs less.
inline constexpr double kTopicWeight = 0.6;
// What a sentence keeps of its coverage when it holds none of the words in focus.
inline constexpr double kWithoutFocus = 0.35;

// What it keeps without the most distinctive word of all.
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
inline constexpr double kNamesAction = 0.3;
// Or where so much of what is asked is named only to be denied.
inline constexpr double kOnlyDenied = 0.12;
// Not by a title or a definition, where another passage says at least so much.
inline constexpr double kSpeaks = 0.2;
inline constexpr double kDenied = 0.39;  // and it denies the thing outright

}  // namespace assay::assess::constants
