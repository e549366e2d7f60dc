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

class SignalWriter {
 public:
  SignalWriter(const RequirementWords& requirement, const FoundEvidence& found)
      : requirement_(requirement), found_(found), order_(by_relevance(found.about)) {}

  VerdictSignals write(std::size_t checks, const CheckSignals& of_checks) {
    add(log_odds(order_.empty() ? 0 : found_.about[order_.front()]));
    add(sum_of({found_.about.begin(), found_.about.end()}));
    add_weighed(of_chunks(found_, [](const Support& one) { return one.shows; }));
    add_weighed(of_chunks(found_, [](const Support& one) { return one.part; }));
    add_weighed(of_chunks(found_, [](const Support& one) { return one.contradicts; }));
    add(std::log1p(static_cast<double>(requirement_.weights.size())));
    add(requirement_.text.find('?') != std::string::npos ? 1 : 0);
    add(std::log(static_cast<double>(checks)));
    constexpr auto kFirst = document_signals(kOfFirst);
    for (const std::size_t at : kFirst) {
      add(order_.empty() ? 0 : found_.documents[order_.front()].values[at]);
    }
    for (const double value : of_checks) add(value);
    return out_;
  }

 private:
  void add(double value) { out_.at(next_++) = value; }

  void add_weighed(std::vector<double> values) {
    for (std::size_t c = 0; c < values.size(); ++c) values[c] *= found_.chunk_about[c];
    add(log_odds(highest_of(values)));
    add(sum_of(values));
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
  for (const std::string_view name : kOfChecks) out.push_back("check." + std::string(name));
  return out;
}

VerdictSignals verdict_signals(const RequirementWords& requirement, const FoundEvidence& found,
                               std::size_t checks, const CheckSignals& of_checks) {
  return SignalWriter(requirement, found).write(checks, of_checks);
}

std::vector<std::size_t> by_relevance(std::span<const double> about) {
  std::vector<std::size_t> out(about.size());
  std::iota(out.begin(), out.end(), 0U);
  std::ranges::stable_sort(out, std::ranges::greater(),
                           [about](std::size_t d) { return about[d]; });
  return out;
}

}  // namespace assay::assess
