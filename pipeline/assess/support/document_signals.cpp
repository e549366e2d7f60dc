// SPDX-License-Identifier: Apache-2.0
// Combines the signals of a document's chunks.
#include "pipeline/assess/support/document_signals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

namespace assay::assess {
namespace {

double any_of(const std::vector<double>& probabilities) {
  double none = 1;
  for (const double one : probabilities) none *= 1 - one;
  return 1 - none;
}

// Reads the chunks of one document.
struct Chunks {
  const RequirementWords& requirement;
  std::span<const Candidate> candidates;
  const ReadTexts& texts;
  std::span<const Signals> signals;
  std::span<const Support> supports;
  const std::vector<std::size_t>& own;

  void measure(std::array<double, kDocumentSignals>& out) const {
    auto next = out.begin();
    const auto add = [&next](double value) { *next++ = value; };
    add_nearness(add);
    add_overlaps(add);
    add(std::log1p(static_cast<double>(own.size())));
    add_support(add);
    for (const std::size_t at : {signal("draft"), signal("unfilled")}) add(highest_of(each(at)));
    for (const std::size_t at : {signal("other_party"), signal("row")}) add(mean_of(each(at)));
    const Signals& best = signals[*std::ranges::max_element(
        own, {}, [this](std::size_t c) { return supports[c].shows; })];
    for (const std::size_t at :
         {signal("near_denied"), signal("near_ahead"), signal("near_excepted"), signal("near_void"),
          signal("near_names"), signal("near_others")}) {
      add(best.values[at]);
    }
    for (const std::size_t at :
         {signal("measures_met"), signal("measures_missed"), signal("near_meaning")}) {
      add(highest_of(each(at)));
    }
    const Signals& nearest = signals[*std::ranges::max_element(
        own, {}, [this](std::size_t c) { return signals[c].values[signal("near_words")]; })];
    for (const std::size_t at : {signal("near_words"), signal("near_precision")}) {
      add(nearest.values[at]);
    }
  }

  using Add = std::function<void(double)>;

  template <typename Of>
  [[nodiscard]] std::vector<double> map(const Of& of) const {
    std::vector<double> out;
    for (const std::size_t c : own) out.push_back(of(c));
    return out;
  }
  [[nodiscard]] std::vector<double> each(std::size_t at) const {
    return map([&](std::size_t c) { return signals[c].values[at]; });
  }

  void add_nearness(const Add& add) const {
    auto cosines = each(signal("cosine"));
    std::ranges::sort(cosines, std::ranges::greater());
    const double mean = mean_of(cosines);
    add(cosines.front());
    if (cosines.size() > 3) cosines.resize(3);
    add(mean_of(cosines));
    add(mean);
    for (const std::size_t at :
         {signal("words"), signal("meaning"), signal("concepts"), signal("pairs")}) {
      add(highest_of(each(at)));
    }
  }

  void add_overlaps(const Add& add) const {
    Overlap all;
    Overlap headings;
    for (const std::size_t c : own) {
      join(all, signals[c].overlap);
      join(headings, overlap_of(requirement, *texts.headings[c]));
    }
    const ConceptText name(file_words(candidates[own.front()].file_name));
    const Overlap file = overlap_of(requirement, name);
    for (const auto& one : {std::cref(all), std::cref(file), std::cref(headings)}) {
      add(share_of(requirement, one.get().said));
      add(share_of(requirement, one.get().meant));
    }
  }

  void add_support(const Add& add) const {
    const auto shows = map([this](std::size_t c) { return supports[c].shows; });
    const auto some = map([this](std::size_t c) { return supports[c].shows + supports[c].part; });
    const auto against = map([this](std::size_t c) { return supports[c].contradicts; });
    for (const auto* one : {&shows, &some, &against}) add(log_odds(highest_of(*one)));
    for (const auto* one : {&shows, &some, &against}) add(sum_of(*one));
    for (const auto* one : {&shows, &some}) add(log_odds(any_of(*one)));
  }
};

}  // namespace

std::vector<DocumentSignals> measure_documents(const RequirementWords& requirement,
                                               std::span<const Candidate> candidates,
                                               const ReadTexts& texts,
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
    Chunks{requirement, candidates, texts, signals, supports, one.candidates}.measure(one.values);
  }
  return out;
}

}  // namespace assay::assess
