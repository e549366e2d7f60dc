// SPDX-License-Identifier: Apache-2.0
// Putting the signals of a document's chunks together.
#include "pipeline/assess/support/document_signals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "pipeline/assess/support/numbers.hpp"

namespace assay::assess {
namespace {

double any_of(const std::vector<double>& probabilities) {
  double none = 1;
  for (const double one : probabilities) none *= 1 - one;
  return 1 - none;
}

// Reads the chunks of one document.
class Chunks {
 public:
  Chunks(const RequirementWords& requirement, std::span<const Candidate> candidates,
         std::span<const Signals> signals, std::span<const Support> supports,
         const std::vector<std::size_t>& own)
      : requirement_(requirement),
        candidates_(candidates),
        signals_(signals),
        supports_(supports),
        own_(own) {}

  void measure(std::array<double, kDocumentSignals>& out) const {
    auto next = out.begin();
    const auto add = [&next](double value) { *next++ = value; };
    add_nearness(add);
    add_overlaps(add);
    add_retrieval(add);
    add_support(add);
    for (const std::string_view name : {"draft", "unfilled"}) add(highest_of(each(name)));
    for (const std::string_view name : {"other_party", "row"}) add(mean_of(each(name)));
    const Signals& best = signals_[best_chunk()];
    for (const std::string_view name :
         {"near_denied", "near_ahead", "near_excepted", "near_void", "near_names", "near_others"}) {
      add(best.value(name));
    }
    for (const std::string_view name : {"measures_met", "measures_missed", "near_meaning"}) {
      add(highest_of(each(name)));
    }
  }

 private:
  using Add = std::function<void(double)>;

  template <typename Of>
  [[nodiscard]] std::vector<double> map(const Of& of) const {
    std::vector<double> out;
    for (const std::size_t c : own_) out.push_back(of(c));
    return out;
  }
  [[nodiscard]] std::vector<double> each(std::string_view name) const {
    return map([&](std::size_t c) { return signals_[c].value(name); });
  }
  [[nodiscard]] std::size_t best_chunk() const {
    return *std::ranges::max_element(own_, {},
                                     [this](std::size_t c) { return supports_[c].shows; });
  }

  void add_nearness(const Add& add) const {
    auto cosines = each("cosine");
    std::ranges::sort(cosines, std::ranges::greater());
    const double mean = mean_of(cosines);
    add(cosines.front());
    if (cosines.size() > 3) cosines.resize(3);
    add(mean_of(cosines));
    add(mean);
    for (const std::string_view name : {"words", "meaning", "concepts", "pairs"}) {
      add(highest_of(each(name)));
    }
  }

  void add_overlaps(const Add& add) const {
    Overlap all;
    Overlap headings;
    for (const std::size_t c : own_) {
      join(all, signals_[c].overlap);
      const CandidateText parts(candidates_[c]);
      if (parts.heading_concludes) continue;
      join(headings, overlap_of(requirement_, ConceptText(candidates_[c].heading_path)));
    }
    const ConceptText name(file_words(candidates_[own_.front()].file_name));
    const Overlap file = overlap_of(requirement_, name);
    for (const auto& one : {std::cref(all), std::cref(file), std::cref(headings)}) {
      add(share_of(requirement_, one.get().said));
      add(share_of(requirement_, one.get().meant));
    }
  }

  void add_retrieval(const Add& add) const {
    const auto words = map([this](std::size_t c) { return candidates_[c].bm25; });
    add(highest_of(map([this](std::size_t c) { return candidates_[c].score; })));
    add(highest_of(words));
    add(sum_of(words));
    add(static_cast<double>(own_.front()));
    add(std::log1p(static_cast<double>(own_.size())));
  }

  void add_support(const Add& add) const {
    const auto shows = map([this](std::size_t c) { return supports_[c].shows; });
    const auto some = map([this](std::size_t c) { return supports_[c].shows + supports_[c].part; });
    const auto against = map([this](std::size_t c) { return supports_[c].contradicts; });
    for (const auto* one : {&shows, &some, &against}) add(log_odds(highest_of(*one)));
    for (const auto* one : {&shows, &some, &against}) add(sum_of(*one));
    for (const auto* one : {&shows, &some}) add(log_odds(any_of(*one)));
  }

  const RequirementWords& requirement_;
  std::span<const Candidate> candidates_;
  std::span<const Signals> signals_;
  std::span<const Support> supports_;
  const std::vector<std::size_t>& own_;
};

}  // namespace

double DocumentSignals::value(std::string_view name) const {
  const auto at = std::ranges::find(kDocumentSignalNames, name) - kDocumentSignalNames.begin();
  return values.at(static_cast<std::size_t>(at));
}

std::vector<DocumentSignals> measure_documents(const RequirementWords& requirement,
                                               std::span<const Candidate> candidates,
                                               std::span<const Signals> signals,
                                               std::span<const Support> supports) {
  std::vector<DocumentSignals> out;
  std::map<std::string_view, std::size_t> places;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const auto place = places.emplace(candidates[c].document.value, out.size());
    if (place.second) out.emplace_back();
    out[place.first->second].candidates.push_back(c);
  }
  for (DocumentSignals& one : out) {
    Chunks(requirement, candidates, signals, supports, one.candidates).measure(one.values);
  }
  return out;
}

}  // namespace assay::assess
