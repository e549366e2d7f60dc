// SPDX-License-Identifier: Apache-2.0
// The signals of a requirement and one chunk: numbers, and the cues of its wording. Fitting and
// judging both use this one function (bench/judgement/train/README.md).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "core/json/json.hpp"
#include "pipeline/assess/language/requirement_words.hpp"
#include "pipeline/assess/reading/passages.hpp"

namespace assay::assess {

// The place of a signal among the names of its table; an unknown name does not compile.
template <std::size_t N>
[[nodiscard]] consteval std::size_t place_of(const std::array<std::string_view, N>& names,
                                             std::string_view name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) throw "no such signal";
  return static_cast<std::size_t>(at - names.begin());
}

// 0 if there are no values, here and below.
[[nodiscard]] inline double highest_of(const std::vector<double>& values) {
  return values.empty() ? 0 : std::ranges::max(values);
}

[[nodiscard]] inline double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

[[nodiscard]] inline double mean_of(const std::vector<double>& values) {
  return values.empty() ? 0 : sum_of(values) / static_cast<double>(values.size());
}

// Log odds of a probability, which is first limited to 0.0001 to 0.9999.
[[nodiscard]] inline double log_odds(double probability) {
  constexpr double kEdge = 1e-4;
  const double inside = std::clamp(probability, kEdge, 1 - kEdge);
  return std::log(inside / (1 - inside));
}

// Shares are 0..1. "Behind" is the distance to the best of the chunks that are measured together.
inline constexpr auto kSignalNames = std::to_array<std::string_view>({
    "cosine",          // of the vectors of requirement and chunk
    "words",           // share of the requirement's words that the chunk has, by weight
    "concepts",        // share of its concepts of the thesaurus
    "meaning",         // share of its words that the chunk has, or has a concept of
    "pairs",           // share of its pairs of neighbouring words
    "lacks",           // weight of its most telling word that the chunk lacks; 1: the most telling
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
    // Of the passage that has most of the requirement's meaning:
    "near_meaning",     // how much
    "near_words",       // of its words alone
    "near_precision",   // share of the passage's words that the requirement has or means
    "near_lacks",       // weight of the requirement's most telling word that it lacks; 1: the most
    "near_missed",      // share of the measures asked for that it names, but does not meet
    "near_denied",      // 1 where something says it is not so, or has failed
    "near_ahead",       // is planned or wished for
    "near_excepted",    // is let out
    "near_void",        // is a draft, out of force or left blank
    "near_names",       // only names the matter: a definition, an entry of contents, a question
    "near_others",      // is of somebody else or of other days
    "measures",         // 1 where the requirement asks for a period, a size or a number
    "measures_met",     // share of them that a passage meets
    "measures_missed",  // that passages name, but do not meet
});
using SignalValues = std::array<double, kSignalNames.size()>;

[[nodiscard]] consteval std::size_t signal(std::string_view name) {
  return place_of(kSignalNames, name);
}

// Cues: the wording of a chunk with its content words masked, so that "shall not =" and "= is
// planned" read the same on any topic. What a model has learned from them on one topic then holds
// for others.
inline constexpr std::uint32_t kCueBuckets = 1U << 16U;

// Runs of one to four words in which content words are replaced by marks: "=" for words of the
// requirement, "~" for its concepts, "#" for numbers, "x" for all others; and the stems of the
// chunk's own words. Numbers of hash buckets below kCueBuckets, rising, once each.
[[nodiscard]] std::vector<std::uint32_t> cues_of(const ConceptText& chunk,
                                                 const RequirementWords& requirement);

struct Signals {
  SignalValues values{};
  std::vector<std::uint32_t> cues;  // see cues_of()
  Overlap overlap;                  // of the requirement's words with the chunk's
};

// {"values":[..],"cues":[..]}, for fitting.
[[nodiscard]] Json to_json(const Signals& signals);

// Candidates and their passages with their terms and concepts, for any number of requirements.
// Leaves out text that tells its reader what to conclude.
struct ReadTexts {
  using Text = std::shared_ptr<const ConceptText>;
  struct Part {
    std::string_view text;
    std::span<const text::Term> terms;  // of the text
  };
  // Joins texts with blanks.
  [[nodiscard]] static Text joined(std::span<const Part> parts);

  ReadTexts() = default;
  // reading: of these candidates.
  ReadTexts(std::span<const Candidate> candidates, const Reading& reading);

  std::vector<Text> headings;  // the heading path of each; empty where it tells what to conclude
  std::vector<Text> titles;    // its last heading, likewise
  std::vector<Text> chunks;    // title and sentences of each
  std::vector<Text> passages;  // of Reading::passages
};

// The signals of each candidate, in order. reading, texts: of these candidates. The same input
// gives the same signals on every machine.
[[nodiscard]] std::vector<Signals> measure_signals(const RequirementWords& requirement,
                                                   std::span<const Candidate> candidates,
                                                   const Reading& reading, const ReadTexts& texts);

// Sentences and rows of some chunks as texts of their own, so that a sub-check can be compared with
// each of them: a sentence becomes a candidate with one passage; file, heading and cosine are its
// chunk's.
class SentenceTexts {
 public:
  // reading, texts: of these candidates. chunks: the numbers of those whose sentences are read.
  SentenceTexts(std::span<const Candidate> candidates, const Reading& reading,
                const ReadTexts& texts, std::span<const std::size_t> chunks);

  [[nodiscard]] std::size_t size() const { return passages_.size(); }
  // A sentence's number in Reading::passages, and its candidate's number.
  [[nodiscard]] std::size_t passage(std::size_t at) const { return passages_[at]; }
  [[nodiscard]] std::size_t chunk(std::size_t at) const { return chunks_[at]; }
  // The signals of each sentence, in order. The cosine is its chunk's.
  [[nodiscard]] std::vector<Signals> measure(const RequirementWords& asked) const;

 private:
  std::vector<Candidate> sentences_;
  Reading reading_;  // of them...
  ReadTexts texts_;  // ...and what they say
  std::vector<std::size_t> passages_;
  std::vector<std::size_t> chunks_;
};

}  // namespace assay::assess
