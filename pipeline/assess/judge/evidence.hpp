// SPDX-License-Identifier: Apache-2.0
// Applies the fitted models to a requirement's candidates.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/assess/judge/document_ranker.hpp"
#include "pipeline/assess/judge/verdict_model.hpp"

namespace assay::assess {

// The models that read the evidence.
struct Models {
  const SupportModel& chunks;     // for a requirement and a chunk
  const SupportModel& sentences;  // for a sub-check and a sentence
  const DocumentRanker* ranker;   // null while one is being fitted: no document is about anything

  // The compiled-in models.
  [[nodiscard]] static Models shipped() {
    return {SupportModel::of_chunks(), SupportModel::of_sentences(), &DocumentRanker::shipped()};
  }
};

class Evidence {
 public:
  // reading: of these candidates. The candidates are read here and not kept; the models must
  // outlive this.
  Evidence(std::string_view requirement, std::span<const Candidate> candidates,
           const Reading& reading, const Models& models = Models::shipped());

  [[nodiscard]] const RequirementWords& words() const { return words_; }
  [[nodiscard]] const Models& models() const { return models_; }
  [[nodiscard]] const ReadTexts& texts() const { return texts_; }
  [[nodiscard]] const std::vector<Support>& supports() const { return supports_; }
  [[nodiscard]] const std::vector<DocumentSignals>& documents() const { return documents_; }
  // For each document: the probability that it is about the requirement.
  [[nodiscard]] const std::vector<double>& about() const { return about_; }
  // The same for a candidate's document.
  [[nodiscard]] double about(std::size_t candidate) const { return chunk_about_[candidate]; }
  // The share of the requirement's words in the passage of a candidate that is nearest to it.
  [[nodiscard]] double near_words(std::size_t candidate) const { return near_words_[candidate]; }
  [[nodiscard]] VerdictSignals verdict_signals(std::size_t checks,
                                               const CheckSignals& of_checks) const;

 private:
  Models models_;
  RequirementWords words_;
  ReadTexts texts_;
  std::vector<Support> supports_;
  std::vector<DocumentSignals> documents_;
  std::vector<double> about_;
  std::vector<double> chunk_about_;
  std::vector<double> near_words_;
};

}  // namespace assay::assess
