// SPDX-License-Identifier: Apache-2.0
// Platt scaling, regularised towards the identity, and its cross-validation.
#include "pipeline/calibration/fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace assay::calibration {
namespace {

using assess::PlattScaling;

constexpr std::size_t kFolds = 5;
// The curve must rise, so that higher confidence stays higher.
constexpr double kLeastSlope = 0.05;
// Standard deviations of the prior on slope and intercept: normal around 1 and 0, so that few
// decisions move them little.
constexpr double kSlopeSpread = 0.5;
constexpr double kInterceptSpread = 1.0;

struct Case {
  double probability = 0;  // before calibration
  double ceiling = 1;
  double target = 0;  // 0..1
  std::size_t fold = 0;
};
using Cases = std::vector<Case>;

// The target of a decision on the confidence scale. PARTIAL lies on that scale between the two
// thresholds, so its target is neither 0 nor 1. As a 0 it would pull what reviewers call PARTIAL
// down to MISSING.
double target_of_confidence(const Decision& decision) {
  if (decision.held == AssessmentStatus::Complete) return 1;
  if (decision.held == AssessmentStatus::Missing) return 0;
  return (decision.limits.complete + decision.limits.partial) / 2;
}

double rank(AssessmentStatus status) {
  if (status == AssessmentStatus::Complete) return 1;
  return status == AssessmentStatus::Partial ? 0.5 : 0;
}

double predicted(const PlattScaling& scaling, const Case& one) {
  return std::min(scaling.of(one.probability), one.ceiling);
}

// Platt's targets: as if one more decision of each kind had been made, so that the fit never aims
// at certainty. Lin, Lin, Weng, "A note on Platt's probabilistic outputs for support vector
// machines" (2007) explains why, and how to find the minimum.
class PlattFit {
 public:
  explicit PlattFit(const Cases& cases) {
    double positive = 0;
    for (const Case& one : cases) positive += one.target;
    const double negative = static_cast<double>(cases.size()) - positive;
    const double high = (positive + 1) / (positive + 2);
    const double low = 1 / (negative + 2);
    for (const Case& one : cases) {
      points_.push_back({PlattScaling::logit(one.probability), low + one.target * (high - low)});
    }
  }

  [[nodiscard]] PlattScaling minimum() {
    PlattScaling best = descend({1, 0}, true);
    if (best.slope < kLeastSlope) best = descend({kLeastSlope, 0}, false);
    const auto rounded = [](double value) { return std::round(value * 1e6) / 1e6; };
    return {std::max(rounded(best.slope), kLeastSlope), rounded(best.intercept)};
  }

 private:
  struct Point {
    double logit = 0;
    double target = 0;
  };

  // The cost to minimise: the cross-entropy plus the distance from the identity.
  [[nodiscard]] double cost(const PlattScaling& at) const {
    double sum = (std::pow((at.slope - 1) / kSlopeSpread, 2) +
                  std::pow(at.intercept / kInterceptSpread, 2)) /
                 2;
    for (const Point& point : points_) {
      const double z = at.slope * point.logit + at.intercept;
      // log(1 + e^z) - t z, without overflow.
      sum += std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - point.target * z;
    }
    return sum;
  }

  // Newton's method with step halving. The cost is convex, so there is one minimum.
  [[nodiscard]] PlattScaling descend(PlattScaling at, bool with_slope) const {
    constexpr int kMaxSteps = 100;
    for (int step = 0; step < kMaxSteps; ++step) {
      const PlattScaling by = newton(at, with_slope);
      const double before = cost(at);
      double share = 1;
      PlattScaling next = at;
      do {
        next = {at.slope + share * by.slope, at.intercept + share * by.intercept};
        share /= 2;
      } while (cost(next) > before && share > 1e-10);
      const bool there =
          std::abs(next.slope - at.slope) + std::abs(next.intercept - at.intercept) < 1e-9;
      if (cost(next) <= before) at = next;
      if (there) break;
    }
    return at;
  }

  [[nodiscard]] PlattScaling newton(const PlattScaling& at, bool with_slope) const {
    const double slope_weight = 1 / (kSlopeSpread * kSlopeSpread);
    const double intercept_weight = 1 / (kInterceptSpread * kInterceptSpread);
    double by_slope = (at.slope - 1) * slope_weight;
    double by_intercept = at.intercept * intercept_weight;
    double slope_slope = slope_weight;
    double intercept_intercept = intercept_weight;
    double mixed = 0;
    for (const Point& point : points_) {
      const double p = 1 / (1 + std::exp(-(at.slope * point.logit + at.intercept)));
      const double curve = p * (1 - p);
      by_slope += (p - point.target) * point.logit;
      by_intercept += p - point.target;
      slope_slope += curve * point.logit * point.logit;
      intercept_intercept += curve;
      mixed += curve * point.logit;
    }
    if (!with_slope) return {0, -by_intercept / intercept_intercept};
    const double determinant = slope_slope * intercept_intercept - mixed * mixed;
    return {-(intercept_intercept * by_slope - mixed * by_intercept) / determinant,
            -(slope_slope * by_intercept - mixed * by_slope) / determinant};
  }

  std::vector<Point> points_;
};

struct Said {
  double probability = 0;
  double target = 0;
};

// Uses bins of equal counts with about ten decisions each. In small samples, the remaining error is
// chance.
double calibration_error(std::vector<Said> all) {
  constexpr std::size_t kInEach = 10;
  constexpr std::size_t kMaxBins = 15;
  std::stable_sort(all.begin(), all.end(),
                   [](const Said& a, const Said& b) { return a.probability < b.probability; });
  const std::size_t bins = std::clamp<std::size_t>(all.size() / kInEach, 1, kMaxBins);
  double error = 0;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    double difference = 0;
    for (std::size_t i = bin * all.size() / bins; i < (bin + 1) * all.size() / bins; ++i) {
      difference += all[i].probability - all[i].target;
    }
    error += std::abs(difference);
  }
  return error / static_cast<double>(all.size());
}

double logarithmic_loss(const std::vector<Said>& all) {
  double sum = 0;
  for (const Said& one : all) {
    const double p = std::clamp(one.probability, PlattScaling::kEdge, 1 - PlattScaling::kEdge);
    sum -= one.target * std::log(p) + (1 - one.target) * std::log(1 - p);
  }
  return sum / static_cast<double>(all.size());
}

std::vector<double> as_said(const Cases& cases) {
  std::vector<double> out;
  for (const Case& one : cases) out.push_back(predicted({}, one));
  return out;
}

// The prediction for each case from a fit to the other folds.
std::vector<double> cross_validated(const Cases& cases) {
  std::vector<double> out(cases.size());
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Cases others;
    for (const Case& one : cases) {
      if (one.fold != fold) others.push_back(one);
    }
    const PlattScaling scaling = PlattFit(others).minimum();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (cases[i].fold == fold) out[i] = predicted(scaling, cases[i]);
    }
  }
  return out;
}

FittedCurve curve_of(const Cases& cases, const std::vector<double>& before,
                     const std::vector<double>& after) {
  const auto beside_truth = [&cases](const std::vector<double>& probabilities) {
    std::vector<Said> out;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      out.push_back({probabilities[i], cases[i].target});
    }
    return out;
  };
  return {PlattFit(cases).minimum(), calibration_error(beside_truth(before)),
          calibration_error(beside_truth(after)), logarithmic_loss(beside_truth(before)),
          logarithmic_loss(beside_truth(after))};
}

double status_error(std::span<const Decision> decisions, const std::vector<double>& confidences) {
  double sum = 0;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const Decision& one = decisions[i];
    const auto given =
        status_under(AssessmentStatus::Missing, confidences[i], one.cited, one.limits);
    sum += std::pow(rank(given) - rank(one.held), 2);
  }
  return sum / static_cast<double>(decisions.size());
}

}  // namespace

Fit fit(std::span<const Decision> decisions) {
  std::map<std::string, std::size_t> folds;
  for (const Decision& decision : decisions) folds.emplace(decision.requirement, 0);
  std::size_t next = 0;
  for (auto& [requirement, fold] : folds) fold = next++ % kFolds;
  Cases confidence;
  Cases supported;
  for (const Decision& decision : decisions) {
    const std::size_t fold = folds.at(decision.requirement);
    confidence.push_back({decision.confidence,
                          decision.cited ? 1 : assess::constants::kWithoutCitation,
                          target_of_confidence(decision), fold});
    supported.push_back(
        {decision.supported, 1, decision.held == AssessmentStatus::Missing ? 0.0 : 1.0, fold});
  }
  const auto before = as_said(confidence);
  const auto after = cross_validated(confidence);
  return {curve_of(confidence, before, after),
          curve_of(supported, as_said(supported), cross_validated(supported)),
          status_error(decisions, before), status_error(decisions, after)};
}

}  // namespace assay::calibration
