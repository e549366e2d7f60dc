// SPDX-License-Identifier: Apache-2.0
// Sentences and rows of some chunks as texts of their own, so that a sub-check can be read beside
// each of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pipeline/assess/support/signals.hpp"

namespace assay::assess {

class SentenceTexts {
 public:
  // reading, texts: of these candidates. chunks: numbers of those whose sentences are meant.
  SentenceTexts(std::span<const Candidate> candidates, const Reading& reading,
                const ReadTexts& texts, std::span<const std::size_t> chunks);

  [[nodiscard]] std::size_t size() const { return passages_.size(); }
  // Of a sentence: its number in Reading::passages, and its candidate's.
  [[nodiscard]] std::size_t passage(std::size_t at) const { return passages_[at]; }
  [[nodiscard]] std::size_t chunk(std::size_t at) const { return chunks_[at]; }
  // Of each sentence, in order. The cosine is its chunk's.
  [[nodiscard]] std::vector<Signals> measure(const RequirementWords& asked) const;

 private:
  std::vector<Candidate> sentences_;
  Reading reading_;  // of them...
  ReadTexts texts_;  // ...and what they say
  std::vector<std::size_t> passages_;
  std::vector<std::size_t> chunks_;
};

}  // namespace assay::assess
