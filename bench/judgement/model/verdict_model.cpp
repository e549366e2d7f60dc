// SPDX-License-Identifier: Apache-2.0
// Boosted trees over what a requirement's chunks say.
#include "bench/judgement/model/verdict_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/thresholds.hpp"
#include "core/json/json.hpp"

namespace assay::assess {
namespace {

constexpr double kShareOfPartial = 0.5;

double log_odds(double probability) {
  constexpr double kEdge = 1e-4;
  const double inside = std::clamp(probability, kEdge, 1 - kEdge);
  return std::log(inside / (1 - inside));
}

std::vector<double> falling(std::span<const Support> supports, double (*of)(const Support&)) {
  std::vector<double> out;
  for (const Support& one : supports) out.push_back(of(one));
  std::ranges::sort(out, std::ranges::greater());
  return out;
}

double at_or_zero(const std::vector<double>& values, std::size_t place) {
  return place < values.size() ? values[place] : 0;
}

double sum_of(const std::vector<double>& values) {
  double out = 0;
  for (const double value : values) out += value;
  return out;
}

// The highest probability that some chunk of one document does it.
double of_best_document(std::span<const Candidate> candidates, std::span<const Support> supports,
                        double (*of)(const Support&)) {
  std::map<std::string, double> none;  // of each document: that no chunk does
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    none.emplace(candidates[c].document.value, 1).first->second *= 1 - of(supports[c]);
  }
  double best = 0;
  for (const auto& [document, value] : none) best = std::max(best, 1 - value);
  return best;
}

double shows(const Support& one) {
  return one.shows;
}
double some(const Support& one) {
  return one.shows + one.part;
}
double against(const Support& one) {
  return one.contradicts;
}

double highest(std::span<const Signals> signals, std::string_view name) {
  const auto at =
      static_cast<std::size_t>(std::ranges::find(kSignalNames, name) - kSignalNames.begin());
  double out = 0;
  for (const Signals& one : signals) out = std::max(out, one.values[at]);
  return out;
}

double value_of(const Json& json, std::string_view key) {
  const auto value = json.get(key).as_number();
  if (!value) throw std::runtime_error("verdict: no number \"" + std::string(key) + "\"");
  return *value;
}

double number_at(const Json& list, std::size_t place) {
  const auto value = list.at(place).as_number();
  if (!value) throw std::runtime_error("verdict: a node of a tree is not numbers");
  return *value;
}

std::size_t whole_at(const Json& list, std::size_t place) {
  const double value = number_at(list, place);
  if (!(value >= 0 && value < 1e6)) throw std::runtime_error("verdict: a node has no such place");
  return static_cast<std::size_t>(value);
}

}  // namespace

VerdictSignals verdict_signals(std::span<const Candidate> candidates,
                               std::span<const Signals> signals, std::span<const Support> supports,
                               const RuleSignals& rules) {
  VerdictSignals out{};
  std::size_t next = 0;
  const auto add = [&](double value) { out.at(next++) = value; };
  const auto shown = falling(supports, shows);
  const auto in_part = falling(supports, some);
  const auto denied = falling(supports, against);
  for (std::size_t i = 0; i < 3; ++i) add(log_odds(at_or_zero(shown, i)));
  for (std::size_t i = 0; i < 3; ++i) add(log_odds(at_or_zero(in_part, i)));
  for (std::size_t i = 0; i < 2; ++i) add(log_odds(at_or_zero(denied, i)));
  for (const auto of : {shows, some, against}) {
    add(log_odds(of_best_document(candidates, supports, of)));
  }
  for (const auto* values : {&shown, &in_part, &denied}) add(sum_of(*values));
  const auto best = std::ranges::max_element(
      supports, {}, [](const Support& one) { return one.shows + one.part / 2; });
  const Support most = best == supports.end() ? Support{} : *best;
  add(most.shows);
  add(most.part);
  add(most.contradicts);
  for (const std::string_view name : {"cosine", "words", "meaning"}) add(highest(signals, name));
  add(highest(signals, "asked_length"));
  add(highest(signals, "question"));
  std::map<std::string_view, int> documents;
  for (const Candidate& candidate : candidates) ++documents[candidate.document.value];
  add(std::log1p(static_cast<double>(documents.size())));
  add(log_odds(rules.confidence));
  add(rules.met);
  add(rules.contradicted);
  add(std::log(std::max(1.0, rules.checks)));
  return out;
}

VerdictModel::Tree VerdictModel::read_tree(const Json& nodes) {
  Tree out;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Json from = nodes.at(i);
    Node& node = out.emplace_back();
    node.value = number_at(from, 0);
    if (from.size() == 1) continue;
    node.signal = whole_at(from, 1);
    node.left = whole_at(from, 2);
    node.right = whole_at(from, 3);
    const std::size_t next = std::min(node.left, node.right);
    if (*node.signal >= kVerdictSignalNames.size() || next <= i ||
        std::max(node.left, node.right) >= nodes.size()) {
      throw std::runtime_error("verdict: a tree does not hold together");
    }
  }
  if (out.empty()) throw std::runtime_error("verdict: a tree has no node");
  return out;
}

VerdictModel::VerdictModel(std::string_view coefficients) {
  std::string why;
  const auto json = Json::parse(coefficients, &why);
  if (!json) throw std::runtime_error("verdict: " + why);
  const Json names = json->get("signals");
  for (std::size_t i = 0; i < std::max(names.size(), kVerdictSignalNames.size()); ++i) {
    if (i >= names.size() || i >= kVerdictSignalNames.size() ||
        names.at(i).as_string().value_or("") != kVerdictSignalNames[i]) {
      throw std::runtime_error("verdict: made from other signals");
    }
  }
  constexpr std::array<std::string_view, kStatuses> kNames{"MISSING", "PARTIAL", "COMPLETE"};
  for (std::size_t s = 0; s < kStatuses; ++s) {
    bias_[s] = value_of(json->get("bias"), kNames[s]);
    const Json trees = json->get("trees").get(kNames[s]);
    for (std::size_t t = 0; t < trees.size(); ++t) trees_[s].push_back(read_tree(trees.at(t)));
  }
  partial_from_ = value_of(*json, "partialFrom");
  complete_from_ = value_of(*json, "completeFrom");
  if (!(partial_from_ > 0 && partial_from_ < complete_from_ && complete_from_ < 1)) {
    throw std::runtime_error("verdict: the shares do not rise from 0 to 1");
  }
}

StatusOdds VerdictModel::of(const VerdictSignals& signals) const {
  std::array<double, kStatuses> odds = bias_;
  for (std::size_t s = 0; s < kStatuses; ++s) {
    for (const Tree& tree : trees_[s]) {
      const Node* node = tree.data();
      while (node->signal) {
        node = &tree[signals[*node->signal] <= node->value ? node->left : node->right];
      }
      odds[s] += node->value;
    }
  }
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
