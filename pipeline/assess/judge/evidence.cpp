// SPDX-License-Identifier: Apache-2.0
// Measuring candidates, then their documents, with the fitted models.
#include "pipeline/assess/judge/evidence.hpp"

namespace assay::assess {

Evidence::Evidence(std::string_view requirement, std::span<const Candidate> candidates,
                   const Reading& reading, const StemWeight& weight, const Models& models)
    : model_(&models.support),
      words_(requirement, weight),
      texts_(candidates, reading),
      signals_(measure_signals(words_, candidates, reading, texts_)) {
  for (const Signals& one : signals_) supports_.push_back(model_->of(one));
  documents_ = measure_documents(words_, candidates, signals_, supports_);
  about_ = models.ranker != nullptr ? models.ranker->of(documents_)
                                    : std::vector<double>(documents_.size(), 0);
  chunk_about_.resize(candidates.size());
  for (std::size_t d = 0; d < documents_.size(); ++d) {
    for (const std::size_t c : documents_[d].candidates) chunk_about_[c] = about_[d];
  }
}

VerdictSignals Evidence::verdict_signals(const RuleSignals& rules,
                                         const CheckSignals& checks) const {
  return assess::verdict_signals(words_, {signals_, supports_, documents_, about_, chunk_about_},
                                 rules, checks);
}

}  // namespace assay::assess
