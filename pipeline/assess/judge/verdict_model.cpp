// SPDX-License-Identifier: Apache-2.0
// Boosted trees for each status, and the confidence that their odds come to.
#include "pipeline/assess/judge/verdict_model.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/base/states.hpp"

namespace assay::assess {
namespace {

constexpr double kShareOfPartial = 0.5;

// "about_1", .., "first.cosine", .., "check.measures_met", ..
std::vector<std::string> signal_names() {
  std::vector<std::string> out(kOfAll.begin(), kOfAll.end());
  for (const std::string_view name : kOfFirst) out.push_back("first." + std::string(name));
  for (const std::string_view name : kOfChecks) out.push_back("check." + std::string(name));
  return out;
}

}  // namespace

VerdictModel::VerdictModel(std::string_view coefficients) {
  const Json json = read_coefficients(coefficients);
  const auto names = signal_names();
  check_signals(json, std::vector<std::string_view>(names.begin(), names.end()));
  for (const std::string_view status : {"MISSING", "PARTIAL", "COMPLETE"}) {
    statuses_.emplace_back(json.get("statuses").get(status), kVerdictSignals);
  }
  partial_from_ = coefficient(json, "partialFrom");
  complete_from_ = coefficient(json, "completeFrom");
  if (!(partial_from_ > 0 && partial_from_ < complete_from_ && complete_from_ < 1)) {
    throw std::runtime_error("verdict: the shares do not rise from 0 to 1");
  }
}

StatusOdds VerdictModel::of(const VerdictSignals& signals) const {
  std::array<double, 3> odds{};
  for (std::size_t s = 0; s < odds.size(); ++s) odds[s] = statuses_[s].of(signals);
  const double most = std::ranges::max(odds);
  double whole = 0;
  for (double& one : odds) whole += one = std::exp(one - most);
  return {odds[0] / whole, odds[1] / whole, odds[2] / whole};
}

double VerdictModel::confidence(const StatusOdds& odds) const {
  constexpr Thresholds kDefault{};
  const double share = odds.complete + kShareOfPartial * odds.partial;
  const auto between = [share](double from, double to, double low, double high) {
    return low + (share - from) / (to - from) * (high - low);
  };
  if (share < partial_from_) return between(0, partial_from_, 0, kDefault.partial);
  if (share < complete_from_) {
    return between(partial_from_, complete_from_, kDefault.partial, kDefault.complete);
  }
  return between(complete_from_, 1, kDefault.complete, 1);
}

}  // namespace assay::assess
