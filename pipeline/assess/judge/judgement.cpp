// SPDX-License-Identifier: Apache-2.0
// Two logistic heads over the same values, one score of both, and a rising line of knots from score
// to probability.
#include "pipeline/assess/judge/judgement.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <stdexcept>

#include "pipeline/assess/judge/tables.hpp"

namespace assay::assess {
namespace {

double number_in(const Json& json, std::string_view key) {
  const auto value = json.get(key).as_number();
  if (!value) throw std::runtime_error("coefficients: no number \"" + std::string(key) + "\"");
  return *value;
}

double probability(double logit) {
  return 1 / (1 + std::exp(-logit));
}

void add(std::vector<std::pair<std::string, double>>& out, std::string_view prefix,
         const Features& features) {
  for (std::size_t i = 0; i < features.size(); ++i) {
    out.emplace_back(std::string(prefix) + std::string(kFeatureNames[i]), features[i]);
  }
}

}  // namespace

std::vector<std::pair<std::string, double>> named_values(const Measured& measured) {
  std::vector<std::pair<std::string, double>> out;
  const auto only = [&measured](Form form, const Features& values) {
    return measured.form == form ? values : Features{};
  };
  add(out, "states.", only(Form::States, measured.own));
  out.emplace_back("asks", measured.form == Form::Asks ? 1 : 0);
  add(out, "asks.", only(Form::Asks, measured.own));
  add(out, "asks.topic.", only(Form::Asks, measured.topic.value_or(Features{})));
  add(out, "practises.", only(Form::Practises, measured.own));
  const Closeness close = measured.form == Form::Practises ? measured.closeness : Closeness{};
  out.emplace_back("practises.strength", close.strength);
  out.emplace_back("practises.focus", close.focus);
  out.emplace_back("practises.theme", close.theme);
  out.emplace_back("practises.read", close.read);
  return out;
}

Judgement::Judgement(std::string_view coefficients) {
  std::string why;
  const auto json = Json::parse(coefficients, &why);
  if (!json) throw std::runtime_error("coefficients: " + why);
  full_ = read_head(json->get("full"));
  any_ = read_head(json->get("any"));
  practice_ = read_head(json->get("practice"));
  any_share_ = number_in(*json, "anyShare");
  for (std::size_t i = 0; i < kFeatureNames.size(); ++i) {
    usual_topic_[i] = json->get("usualTopic").get(kFeatureNames[i]).as_number().value_or(0);
  }
  states_ = read_knots(json->get("knots").get("states"));
  asks_ = read_knots(json->get("knots").get("asks"));
}

Judgement::Head Judgement::read_head(const Json& from) {
  const auto known = named_values({});
  Head head;
  head.bias = number_in(from, "bias");
  const Json weights = from.get("weights");
  for (const std::string& key : weights.keys()) {
    Term term;
    term.weight = number_in(weights, key);
    for (const auto factor : std::views::split(key, '*')) {
      const std::string_view name(factor.begin(), factor.end());
      const auto found = std::ranges::find(known, name, &std::pair<std::string, double>::first);
      if (found == known.end()) {
        throw std::runtime_error("coefficients: \"" + key + "\" is not measured");
      }
      term.factors.push_back(static_cast<std::size_t>(found - known.begin()));
    }
    head.terms.push_back(std::move(term));
  }
  return head;
}

Judgement::Knots Judgement::read_knots(const Json& list) {
  Knots out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Knot knot{list.at(i).at(0).as_number().value_or(NAN),
                    list.at(i).at(1).as_number().value_or(NAN)};
    const bool rises = out.empty() || (knot.score > out.back().score &&
                                       knot.probability >= out.back().probability);
    if (!rises || !(knot.probability >= 0 && knot.probability <= 1)) {
      throw std::runtime_error("coefficients: the knots do not rise from 0 to 1");
    }
    out.push_back(knot);
  }
  if (out.empty()) throw std::runtime_error("coefficients: there are no knots");
  return out;
}

const Judgement& Judgement::shipped() {
  static const Judgement instance{kCoefficients};
  return instance;
}

Opinion Judgement::of(const Measured& measured) const {
  Measured complete = measured;
  if (complete.form == Form::Asks && !complete.topic) complete.topic = usual_topic_;
  const auto values = named_values(complete);
  if (complete.form == Form::Practises) {
    const double shown = probability(logit(practice_, values));
    return {shown, shown};
  }
  const double any = logit(any_, values);
  const Knots& knots = complete.form == Form::Asks ? asks_ : states_;
  return {calibrated(knots, logit(full_, values) + any_share_ * any), probability(any)};
}

double Judgement::logit(const Head& head,
                        const std::vector<std::pair<std::string, double>>& values) {
  double sum = head.bias;
  for (const Term& term : head.terms) {
    double product = term.weight;
    for (const std::size_t factor : term.factors) product *= values[factor].second;
    sum += product;
  }
  return sum;
}

double Judgement::calibrated(const Knots& knots, double score) {
  if (score <= knots.front().score) return knots.front().probability;
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const Knot& left = knots[i - 1];
    const Knot& right = knots[i];
    if (score > right.score) continue;
    const double along = (score - left.score) / (right.score - left.score);
    return left.probability + along * (right.probability - left.probability);
  }
  return knots.back().probability;
}

}  // namespace assay::assess
