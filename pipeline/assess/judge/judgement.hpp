// SPDX-License-Identifier: Apache-2.0
// The fitted model: from what was measured of a requirement to the probability that it is shown.
// Its coefficients are data (coefficients.json, written by bench/judgement/fit.py) and are compiled
// in.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json/json.hpp"
#include "pipeline/assess/support/features.hpp"
#include "pipeline/assess/support/matching.hpp"

namespace assay::assess {

// What a requirement is by its form; of each, something else shows it.
enum class Form {
  States,     // claims something of particulars: "In 2015 Acme opened its office in Lyon."
  Asks,       // a question or a thing by name: the words of its answer are others
  Practises,  // demands a practice: "Backups are tested at least annually."
};

// Of a requirement or of one of its sub-checks.
struct Measured {
  Features own{};
  Form form = Form::States;
  std::optional<Features> topic = {};  // of the criterion's title; counts for what asks only
  Closeness closeness = {};            // of a practice
};

// Names and values the coefficients refer to, always the same names: "states.f_g3" for what claims
// something, "asks.f_g3" and "asks.topic.f_g3" for what asks, "practises.f_g3" and
// "practises.strength" for what demands, and "asks" itself; the other forms have zeros there. A
// coefficient of "a*b" belongs to the product of two values.
[[nodiscard]] std::vector<std::pair<std::string, double>> named_values(const Measured& measured);

// Probabilities.
struct Opinion {
  double shown = 0;      // wholly; calibrated
  double supported = 0;  // at least in part
};

class Judgement {
 public:
  // Throws std::runtime_error that says what is wrong with the coefficients.
  explicit Judgement(std::string_view coefficients);
  // The one compiled in.
  [[nodiscard]] static const Judgement& shipped();

  [[nodiscard]] Opinion of(const Measured& measured) const;

 private:
  struct Term {
    std::vector<std::size_t> factors;  // places among the named values
    double weight = 0;
  };
  struct Head {
    double bias = 0;
    std::vector<Term> terms;
  };
  struct Knot {
    double score = 0;
    double probability = 0;
  };
  [[nodiscard]] static Head read_head(const Json& from);
  [[nodiscard]] static double logit(const Head& head,
                                    const std::vector<std::pair<std::string, double>>& values);
  using Knots = std::vector<Knot>;  // rising; lines between them
  [[nodiscard]] static Knots read_knots(const Json& list);
  [[nodiscard]] static double calibrated(const Knots& knots, double score);

  Head full_;
  Head any_;
  Head practice_;
  double any_share_ = 0;  // of the second head's logit in the score
  Knots states_;          // the two kinds of requirement are calibrated apart
  Knots asks_;
  Features usual_topic_{};  // where a requirement that asks has no criterion's title
};

}  // namespace assay::assess
