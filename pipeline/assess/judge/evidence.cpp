// SPDX-License-Identifier: Apache-2.0
// Measures candidates and then their documents with the fitted models, and combines the results
// into the signals of the verdict.
#include "pipeline/assess/judge/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace assay::assess {

Evidence::Evidence(std::string_view requirement, std::span<const Candidate> candidates,
                   const Reading& reading, const Models& models)
    : models_(models), words_(requirement), texts_(candidates, reading) {
  const auto signals = measure_signals(words_, candidates, reading, texts_);
  for (const Signals& one : signals) {
    supports_.push_back(models_.chunks.of(one));
    near_words_.push_back(one.values[signal("near_words")]);
  }
  documents_ = measure_documents(words_, candidates, texts_, signals, supports_);
  about_ = models.ranker != nullptr ? models.ranker->of(documents_)
                                    : std::vector<double>(documents_.size(), 0);
  chunk_about_.resize(candidates.size());
  for (std::size_t d = 0; d < documents_.size(); ++d) {
    for (const std::size_t c : documents_[d].candidates) chunk_about_[c] = about_[d];
  }
}

VerdictSignals Evidence::verdict_signals(std::size_t checks, const CheckSignals& of_checks) const {
  VerdictSignals out{};
  auto next = out.begin();
  const auto add = [&next](double value) { *next++ = value; };
  const auto add_weighed = [&](double Support::*kind) {
    std::vector<double> values;
    for (std::size_t c = 0; c < supports_.size(); ++c) {
      values.push_back(supports_[c].*kind * chunk_about_[c]);
    }
    add(log_odds(highest_of(values)));
    add(sum_of(values));
  };
  add(log_odds(highest_of(about_)));
  add(sum_of(about_));
  for (const auto kind : {&Support::shows, &Support::part, &Support::contradicts}) {
    add_weighed(kind);
  }
  add(std::log1p(static_cast<double>(words_.weights.size())));
  add(words_.text.find('?') != std::string::npos ? 1 : 0);
  add(std::log(static_cast<double>(checks)));
  constexpr auto kFirst = document_signals(kOfFirst);
  const auto first = std::ranges::max_element(about_) - about_.begin();
  for (const std::size_t at : kFirst) {
    add(about_.empty() ? 0 : documents_[static_cast<std::size_t>(first)].values[at]);
  }
  std::ranges::copy(of_checks, next);
  return out;
}

}  // namespace assay::assess
