// SPDX-License-Identifier: Apache-2.0
// Turns the model's reply into the stored verdict: looks up every quote in its chunk, and only a
// quote found there, exactly or ignoring white space, hyphenation and case, becomes a citation.
// Checks whether quotes support a claim, and computes the confidence.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/llm/reply.hpp"

namespace assay::llm {

struct Found {
  std::size_t start = 0;  // bytes of the content
  std::size_t end = 0;
  bool repaired = false;  // the content differs from the quote, but only in form
};

// Quotes with fewer words are no evidence: they occur in any document.
inline constexpr std::size_t kMinQuoteWords = 4;

// Counts words between white space that have a letter or digit; in scripts without spaces, letters.
[[nodiscard]] std::size_t word_count(std::string_view text);

// nullopt if the quote is not in content, has fewer than kMinQuoteWords, or begins or ends inside a
// word or a number wherever it occurs. Hyphens are "-", the soft hyphen, U+2010 and U+2011.
// Precondition: content is valid UTF-8.
[[nodiscard]] std::optional<Found> find_quote(std::string_view content, std::string_view quote);

// Below this share a claim is not supported: an unrelated quote also shares the odd word.
inline constexpr double kMinCarried = 0.25;

// The sentences of content that contain any of its bytes [start, end).
[[nodiscard]] std::string sentences_around(std::string_view content, std::size_t start,
                                           std::size_t end);

// The text around quotes that may support a claim.
struct Surroundings {
  std::string sentences;
  std::string headings;
};

// The share, 0 to 1, of the claim's content words, by weight, that one of the surroundings has: by
// its stem wholly, by a concept of the thesaurus half. A word found only in a heading counts half.
// 1 if the claim has no content words.
[[nodiscard]] double carried_share(std::string_view claim, std::span<const Surroundings> all);

// A part with its verdict after its quotes were looked up.
struct Part {
  PartVerdict verdict = PartVerdict::Not;
  double probability = 0;
};

// Whether its verdict is met, with a probability of at least one half.
[[nodiscard]] bool counts_as_met(const Part& part);

// The confidence of a requirement, from what the model says about its parts. Ignores the model's
// own number for the whole: models answer 0.35 as readily as 0.5 for "one of two parts".
//
//   weight of a part:  met 1, partly 1/2, else 0; met with a probability below 1/2 is partly
//   band:              0.30 + 0.10 * greatest weight + 0.30 * mean weight; 0 if all are 0
//   least:             if all parts are met and nothing contradicts them, the lowest
//                      probability; else 0
//   confidence:        the greater of band and least
//
// Why: the requirement is satisfied only if every part is, so it is at most as probable as its
// least probable part. Only this takes the confidence over 0.70, and only if all parts are met. The
// band keeps partial evidence away from both ends: one met part, of any number, gives more than
// 0.40; all parts but one give less than 0.70. A part that is partly met counts half: alone it
// gives 0.50, as one of three 0.40, as one of more less than that.
//
// 0 to 1, four decimals; 0 without parts. Never falls when a part's verdict or probability rises.
// contradicted: some of the evidence contradicts other evidence.
[[nodiscard]] double confidence_of(std::span<const Part> parts, bool contradicted);

// The confidence is computed from the parts (confidence_of). A sub-check counts as met, wholly or
// partly, only with a citation that was found. Quotes of a contradicted sub-check, and those of the
// contradictions, count against the requirement and are not citations. requirement: its title, for
// sub-checks without words. details: subchecks, nearMisses, weakened (contradictions),
// droppedCitations, repairedCitations, and needsReview with reviewReasons: unverified_quotes if
// quotes were dropped, quotes_do_not_carry if those of a sub-check lack its words.
[[nodiscard]] assess::Verdict verdict_of(const Reply& reply, std::string_view requirement,
                                         std::span<const assess::Candidate> candidates);

// Adds a reason to details.reviewReasons and sets details.needsReview.
void ask_for_review(Json& details, std::string_view reason);

}  // namespace assay::llm
