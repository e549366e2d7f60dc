// SPDX-License-Identifier: Apache-2.0
// What is measured of a requirement beside one chunk: a few numbers, and the cues of its wording.
// Training and judging read both with this one function (../train/README.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"
#include "pipeline/assess/language/lexicon.hpp"
#include "pipeline/assess/reading/passages.hpp"

namespace assay::assess {

// Shares are 0..1. "Behind" is the distance to the best of the chunks that are measured together.
inline constexpr auto kSignalNames = std::to_array<std::string_view>({
    "cosine",          // of the vectors of requirement and chunk
    "words",           // share of the requirement's words that the chunk has, by weight
    "concepts",        // share of its concepts of the thesaurus
    "meaning",         // share of its words that the chunk has, or has a concept of
    "pairs",           // share of its pairs of neighbouring words
    "cosine_behind",   //
    "words_behind",    //
    "meaning_behind",  //
    "length",          // logarithm of the chunk's words
    "asked_length",    // of the requirement's
    "denials",         // "not", "never", "without"
    "duties",          // "shall", "must"
    "ahead",           // "will", "planned", "draft"
    "numbers",         // in the chunk
    "asked_numbers",   // in the requirement
    "concept_count",   // in the chunk
    "asked_concepts",  // in the requirement
    "row",             // 1 for a row of a table
    "question",        // 1 where the requirement is a question
    "weakened",        // share of the chunk's passages that something weakens
    "other_party",     // share of its passages that speak of somebody else
    "draft",           // 1 where the document is a draft or out of force
    "unfilled",        // 1 where it is a form that nobody has filled in
});
using SignalValues = std::array<double, kSignalNames.size()>;

// Cues are runs of one to four words in which content words give way to marks: "=" for words of the
// requirement, "~" for its concepts, "#" for numbers, "x" for all others. "shall not =" and "= is
// planned" say the same of any topic, so a model that has read them of one topic knows them of
// another. The chunk's own words are cues, too.
inline constexpr std::uint32_t kCueBuckets = 1U << 16U;

struct Signals {
  SignalValues values{};
  std::vector<std::uint32_t> cues;  // numbers of hash buckets below kCueBuckets, rising
};

// {"values":[..],"cues":[..]}, for fitting.
[[nodiscard]] Json to_json(const Signals& signals);

// Of each candidate, in order. reading: of these candidates; weight: of a stem, its rarity;
// none: all weigh the same. What
// tells its reader what to conclude is not read. The same bytes in give the same signals on every
// machine.
[[nodiscard]] std::vector<Signals> measure_signals(std::string_view requirement,
                                                   std::span<const Candidate> candidates,
                                                   const Reading& reading,
                                                   const StemWeight& weight);

}  // namespace assay::assess
