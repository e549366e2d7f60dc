// SPDX-License-Identifier: Apache-2.0
// The signals of a requirement and one document, over all of the document's candidates: a
// requirement may be met by several sections of a document together. Retrieval's scores are not
// among them, because they change with documents that have nothing to do with the requirement.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/assess/support/signals.hpp"
#include "pipeline/assess/support/support_model.hpp"

namespace assay::assess {

inline constexpr auto kDocumentSignalNames = std::to_array<std::string_view>({
    "cosine",           // highest of its chunks
    "cosine_3",         // mean of the highest three
    "cosine_mean",      // of all
    "words",            // highest share of the requirement's words in one chunk
    "meaning",          // likewise of its meaning...
    "concepts",         // ...of its concepts
    "pairs",            // ...and of its pairs of words
    "all_words",        // share of its words in all chunks together
    "all_meaning",      //
    "file_words",       // in the file's name
    "file_meaning",     //
    "heading_words",    // in the headings above the chunks
    "heading_meaning",  //
    "chunks",           // logarithm of their number
    "shows",            // log odds of the chunk that shows most
    "some",             // that shows at least a part
    "against",          // that contradicts
    "shows_sum",        // sums of probabilities over its chunks
    "some_sum",         //
    "against_sum",      //
    "any_shows",        // log odds that some chunk does
    "any_some",         //
    "draft",            // 1 where it is a draft or out of force
    "unfilled",         // 1 where it is a form that nobody has filled in
    "other_party",      // mean share of passages of somebody else
    "row",              // share of its chunks that are rows of tables
    "best_denied",      // of the chunk that shows most: see signals.hpp
    "best_ahead",       //
    "best_excepted",    //
    "best_void",        //
    "best_names",       //
    "best_others",      //
    "measures_met",     // highest of its chunks
    "measures_missed",  //
    "near_meaning",     //
    "near_words",       // of the chunk whose nearest passage has most of the requirement's words...
    "near_precision",   // ...likewise
});
inline constexpr std::size_t kDocumentSignals = kDocumentSignalNames.size();

[[nodiscard]] consteval std::size_t document_signal(std::string_view name) {
  return place_of(kDocumentSignalNames, name);
}
// The places of several names.
template <std::size_t N>
[[nodiscard]] consteval std::array<std::size_t, N> document_signals(
    const std::array<std::string_view, N>& names) {
  std::array<std::size_t, N> out{};
  std::ranges::transform(names, out.begin(), document_signal);
  return out;
}

struct DocumentSignals {
  std::vector<std::size_t> candidates;  // numbers of its chunks, best first
  std::array<double, kDocumentSignals> values{};
};

// The documents in the order of their first candidates. texts, signals, supports: of the
// candidates, in order.
[[nodiscard]] std::vector<DocumentSignals> measure_documents(const RequirementWords& requirement,
                                                             std::span<const Candidate> candidates,
                                                             const ReadTexts& texts,
                                                             std::span<const Signals> signals,
                                                             std::span<const Support> supports);

}  // namespace assay::assess
