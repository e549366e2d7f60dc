// SPDX-License-Identifier: Apache-2.0
// What the fitted models make of a requirement's candidates.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/assess/judge/document_ranker.hpp"
#include "pipeline/assess/judge/verdict_signals.hpp"

namespace assay::assess {

// What reads the evidence.
struct Models {
  const SupportModel& support;
  const DocumentRanker* ranker;  // null: no document is about anything; for fitting one

  // Those compiled in.
  [[nodiscard]] static Models shipped() {
    return {SupportModel::shipped(), &DocumentRanker::shipped()};
  }
};

class Evidence {
 public:
  // reading: of these candidates. weight: of a stem, its rarity; none: all weigh the same. The
  // candidates are read here and not kept.
  Evidence(std::string_view requirement, std::span<const Candidate> candidates,
           const Reading& reading, const StemWeight& weight,
           const Models& models = Models::shipped());

  [[nodiscard]] const RequirementWords& words() const { return words_; }
  // What supports() were made with.
  [[nodiscard]] const SupportModel& model() const { return *model_; }
  [[nodiscard]] const ReadTexts& texts() const { return texts_; }
  [[nodiscard]] const std::vector<Signals>& signals() const { return signals_; }
  [[nodiscard]] const std::vector<Support>& supports() const { return supports_; }
  [[nodiscard]] const std::vector<DocumentSignals>& documents() const { return documents_; }
  // Of each document: the probability that it is about the requirement.
  [[nodiscard]] const std::vector<double>& about() const { return about_; }
  // Of a candidate: its document's.
  [[nodiscard]] double about(std::size_t candidate) const { return chunk_about_[candidate]; }
  [[nodiscard]] VerdictSignals verdict_signals(const RuleSignals& rules,
                                               const CheckSignals& checks) const;

 private:
  const SupportModel* model_;
  RequirementWords words_;
  ReadTexts texts_;
  std::vector<Signals> signals_;
  std::vector<Support> supports_;
  std::vector<DocumentSignals> documents_;
  std::vector<double> about_;
  std::vector<double> chunk_about_;
};

}  // namespace assay::assess
