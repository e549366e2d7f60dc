// SPDX-License-Identifier: Apache-2.0
// Putting documents and chunks together to what the status is judged by.
#include "pipeline/assess/judge/verdict_signals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

#include "pipeline/assess/support/numbers.hpp"

namespace assay::assess {
namespace {

template <typename Of>
std::vector<double> of_chunks(const FoundEvidence& found, const Of& of) {
  std::vector<double> out;
  for (const Support& one : found.supports) out.push_back(of(one));
  return out;
}

double some(const Support& one) {
  return one.shows + one.part;
}

class SignalWriter {
 public:
  SignalWriter(const RequirementWords& requirement, const FoundEvidence& found)
      : requirement_(requirement), found_(found), order_(by_relevance(found.about)) {}

  VerdictSignals write(const RuleSignals& rules, const CheckSignals& checks) {
    add_documents();
    add_weighed(of_chunks(found_, [](const Support& one) { return one.shows; }));
    add_weighed(of_chunks(found_, [](const Support& one) { return one.part; }));
    add_weighed(of_chunks(found_, [](const Support& one) { return one.contradicts; }));
    const auto parts = of_chunks(found_, some);
    add(log_odds(highest_of(parts)));
    add(log_odds(highest_of(of_chunks(found_, [](const Support& one) { return one.shows; }))));
    add(log_odds(
        highest_of(of_chunks(found_, [](const Support& one) { return one.contradicts; }))));
    add(sum_of(parts));
    add_overlap();
    add(std::log1p(static_cast<double>(requirement_.weights.size())));
    add(requirement_.text.find('?') != std::string::npos ? 1 : 0);
    add(std::log1p(static_cast<double>(found_.documents.size())));
    for (const std::string_view name : kOfFirst) add(value_of(0, name));
    for (const std::string_view name : kOfSecond) add(value_of(1, name));
    add(log_odds(rules.confidence));
    add(rules.met);
    add(rules.contradicted);
    add(std::log(std::max(1.0, rules.checks)));
    for (const double value : checks) add(value);
    return out_;
  }

 private:
  void add(double value) { out_.at(next_++) = value; }

  [[nodiscard]] double value_of(std::size_t place, std::string_view name) const {
    return place < order_.size() ? found_.documents[order_[place]].value(name) : 0;
  }

  void add_documents() {
    for (const std::size_t place : {0U, 1U}) {
      add(log_odds(place < order_.size() ? found_.about[order_[place]] : 0));
    }
    add(sum_of({found_.about.begin(), found_.about.end()}));
  }

  void add_weighed(std::vector<double> values) {
    for (std::size_t c = 0; c < values.size(); ++c) values[c] *= found_.chunk_about[c];
    const double sum = sum_of(values);
    std::ranges::sort(values, std::ranges::greater());
    add(log_odds(highest_of(values)));
    add(sum);
    add(log_odds(values.size() > 1 ? values[1] : 0));
  }

  void add_overlap() {
    constexpr std::size_t kDocuments = 3;
    Overlap all;
    for (std::size_t i = 0; i < std::min(kDocuments, order_.size()); ++i) {
      for (const std::size_t c : found_.documents[order_[i]].candidates) {
        join(all, found_.signals[c].overlap);
      }
    }
    add(share_of(requirement_, all.said));
    add(share_of(requirement_, all.meant));
  }

  const RequirementWords& requirement_;
  const FoundEvidence& found_;
  std::vector<std::size_t> order_;
  VerdictSignals out_{};
  std::size_t next_ = 0;
};

}  // namespace

std::vector<std::string> verdict_signal_names() {
  std::vector<std::string> out(kOfAll.begin(), kOfAll.end());
  for (const std::string_view name : kOfFirst) out.push_back("first." + std::string(name));
  for (const std::string_view name : kOfSecond) out.push_back("second." + std::string(name));
  out.insert(out.end(), kOfRules.begin(), kOfRules.end());
  for (const std::string_view name : kOfChecks) out.push_back("check." + std::string(name));
  return out;
}

VerdictSignals verdict_signals(const RequirementWords& requirement, const FoundEvidence& found,
                               const RuleSignals& rules, const CheckSignals& checks) {
  return SignalWriter(requirement, found).write(rules, checks);
}

std::vector<std::size_t> by_relevance(std::span<const double> about) {
  std::vector<std::size_t> out(about.size());
  std::iota(out.begin(), out.end(), 0U);
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [about](std::size_t d) { return about[d]; });
  return out;
}

}  // namespace assay::assess
