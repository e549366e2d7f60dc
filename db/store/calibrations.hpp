// SPDX-License-Identifier: Apache-2.0
// Calibrations of a tenant: curves fitted to its reviewers' decisions, each a version of its own.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/thresholds.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::calibrations {

// A logistic curve of the logit; 1 and 0 change nothing.
struct Curve {
  double slope = 1;
  double intercept = 0;
  friend bool operator==(const Curve&, const Curve&) = default;
};

struct Calibration {
  CalibrationId id;
  std::int64_t version = 0;       // from 1, within the tenant
  std::string evaluator_version;  // for whose confidences alone it is
  Curve confidence;
  Curve supported;
  // What it was fitted to, by the status held true; empty: it ends what was in force.
  std::map<AssessmentStatus, std::int64_t> decisions;
  Json measured;  // errors before and after; null without decisions
  bool forced = false;
  Timestamp fitted_at;
  [[nodiscard]] std::int64_t decision_count() const;
};

// Makes what is done about a tenant's calibrations wait for one another.
void lock(pg::Tx& tx, const TenantId& tenant);
// As the next version, which it takes; `version` and `fitted_at` given are not looked at.
// Precondition: lock() was called.
[[nodiscard]] Calibration insert(pg::Tx& tx, const TenantId& tenant,
                                 const Calibration& calibration);
// Newest first.
[[nodiscard]] std::vector<Calibration> list(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] std::optional<Calibration> find(pg::Tx& tx, const TenantId& tenant,
                                              std::int64_t version);
// The last one for that version of the evaluator: what a run that starts now pins.
[[nodiscard]] std::optional<std::int64_t> in_force(pg::Tx& tx, const TenantId& tenant,
                                                   const std::string& evaluator_version);

// {id, version, evaluatorVersion, confidence: {slope, intercept}, supported, decisions, measured,
// forced, fittedAt}
[[nodiscard]] Json render(const Calibration& calibration);

// The last decision on an assessment by the built-in evaluator, and what that said uncalibrated.
struct Decision {
  std::string requirement_id;  // dotted, with the pack before it
  std::string evaluator_version;
  bool failed = false;  // there was no verdict, so no confidence
  double confidence = 0;
  double supported = 0;
  bool cited = false;
  AssessmentStatus held = AssessmentStatus::Missing;
  Thresholds limits;  // of its run
};
// In the order of their assessments.
[[nodiscard]] std::vector<Decision> decisions(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::calibrations
