// SPDX-License-Identifier: Apache-2.0
// What the status of a requirement is judged by: the document that is most probably about it, the
// next one, and all chunks, each weighed by the probability that its document is.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/support/document_signals.hpp"

namespace assay::assess {

// Signals of the first document that count (see document_signals.hpp).
inline constexpr auto kOfFirst = std::to_array<std::string_view>({
    "cosine",          "cosine_3",     "words",       "meaning",       "concepts",
    "pairs",           "all_words",    "all_meaning", "heading_words", "heading_meaning",
    "shows",           "some",         "against",     "some_sum",      "shows_sum",
    "against_sum",     "any_shows",    "any_some",    "draft",         "unfilled",
    "other_party",     "row",          "chunks",      "best_denied",   "best_ahead",
    "best_excepted",   "best_void",    "best_names",  "best_others",   "measures_met",
    "measures_missed", "near_meaning",
});
inline constexpr auto kOfSecond =
    std::to_array<std::string_view>({"all_meaning", "shows", "some", "against"});
inline constexpr auto kOfAll = std::to_array<std::string_view>({
    "about_1", "about_2",  // log odds that the first and the second document are about it
    "about_sum",           // sum of the documents' probabilities
    // Of the probabilities of chunks, each times its document's: the highest two as log odds, and
    // the sum.
    "shows_1", "shows_all", "shows_2", "part_1", "part_all", "part_2",  //
    "against_1", "against_all", "against_2",
    // Whatever document they are in.
    "some_found", "shows_found", "against_found", "some_found_all", "words_of_3",
    "meaning_of_3",  // shares of the requirement in the first three documents
    "asked_length",  // logarithm of the requirement's stems
    "question",      // 1 where it is one
    "documents",     // logarithm of how many have candidates
});
inline constexpr auto kOfRules = std::to_array<std::string_view>({
    "rules",          // log odds of the confidence that the rules come to
    "rules_met",      // share of the sub-checks that they find met
    "rules_against",  // ...and contradicted
    "checks",         // logarithm of the number of sub-checks
});
// What the model of support makes of the sub-checks (sentences.hpp): of each, the highest value
// that a sentence or a chunk has, times the probability that its document is about the requirement.
// Then the least, the highest or the mean of the sub-checks; of probabilities the log odds, but of
// a mean.
inline constexpr auto kOfChecks = std::to_array<std::string_view>({
    "sentence_shows_least",  //
    "sentence_some_least",   // shows or shows a part
    "sentence_against",      //
    "sentence_shows_mean",
    "sentence_some_mean",
    "measures_met",     // least share of the periods and sizes asked for; 1 where none is
    "measures_missed",  // highest share that is named, but not met
    "sentence_meaning_least",
    //
    "chunk_shows_least",
    "chunk_some_least",
    "chunk_against",
    "chunk_shows_mean",
    "chunk_some_mean",
    "chunk_meaning_least",
});
using CheckSignals = std::array<double, kOfChecks.size()>;
inline constexpr std::size_t kVerdictSignals =
    kOfAll.size() + kOfFirst.size() + kOfSecond.size() + kOfRules.size() + kOfChecks.size();
using VerdictSignals = std::array<double, kVerdictSignals>;

// "about_1", .., "first.cosine", .., "second.shows", .., "rules", .., "check.measures_met", ..
[[nodiscard]] std::vector<std::string> verdict_signal_names();

// What the rules make of the sub-checks (support/matching.hpp).
struct RuleSignals {
  double confidence = 0;    // of the requirement
  double met = 0;           // share of its sub-checks
  double contradicted = 0;  // likewise
  double checks = 1;        // how many there are
};

// What was found of a requirement.
struct FoundEvidence {
  std::span<const Signals> signals;            // of its candidates
  std::span<const Support> supports;           // likewise
  std::span<const DocumentSignals> documents;  // of their documents
  std::span<const double> about;        // of each document: the probability that it is about it
  std::span<const double> chunk_about;  // of each candidate: its document's
};

[[nodiscard]] VerdictSignals verdict_signals(const RequirementWords& requirement,
                                             const FoundEvidence& found, const RuleSignals& rules,
                                             const CheckSignals& checks);

// Numbers of the documents, the one most probably about the requirement first.
[[nodiscard]] std::vector<std::size_t> by_relevance(std::span<const double> about);

}  // namespace assay::assess
