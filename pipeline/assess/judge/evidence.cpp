// SPDX-License-Identifier: Apache-2.0
// Measuring candidates, then their documents, with the fitted models.
#include "pipeline/assess/judge/evidence.hpp"

namespace assay::assess {

Evidence::Evidence(std::string_view requirement, std::span<const Candidate> candidates,
                   const Reading& reading, const Models& models)
    : models_(models), words_(requirement), texts_(candidates, reading) {
  const auto signals = measure_signals(words_, candidates, reading, texts_);
  for (const Signals& one : signals) supports_.push_back(models_.chunks.of(one));
  documents_ = measure_documents(words_, candidates, texts_, signals, supports_);
  about_ = models.ranker != nullptr ? models.ranker->of(documents_)
                                    : std::vector<double>(documents_.size(), 0);
  chunk_about_.resize(candidates.size());
  for (std::size_t d = 0; d < documents_.size(); ++d) {
    for (const std::size_t c : documents_[d].candidates) chunk_about_[c] = about_[d];
  }
}

VerdictSignals Evidence::verdict_signals(std::size_t checks, const CheckSignals& of_checks) const {
  return assess::verdict_signals(words_, {supports_, documents_, about_, chunk_about_}, checks,
                                 of_checks);
}

}  // namespace assay::assess
