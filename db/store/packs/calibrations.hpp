// SPDX-License-Identifier: Apache-2.0
// A tenant's calibrations: curves fitted to its reviewers' decisions, each with its own version.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/thresholds.hpp"
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
  std::string evaluator_version;  // the only version whose confidences it applies to
  Curve confidence;
  Curve supported;
  // The decisions it was fitted to, by the reviewer's status; empty: ends the one in force.
  std::map<AssessmentStatus, std::int64_t> decisions;
  Json measured;  // errors before and after; null without decisions
  bool forced = false;
  Timestamp fitted_at;
  [[nodiscard]] std::int64_t decision_count() const;
};

// Makes transactions that work on a tenant's calibrations wait for one another.
void lock(pg::Tx& tx, const TenantId& tenant);
// Inserts it as the next version; ignores the given `version` and `fitted_at`. Precondition: lock()
// was called.
[[nodiscard]] Calibration insert(pg::Tx& tx, const TenantId& tenant,
                                 const Calibration& calibration);
// Newest first.
[[nodiscard]] std::vector<Calibration> list(pg::Tx& tx, const TenantId& tenant);
[[nodiscard]] std::optional<Calibration> find(pg::Tx& tx, const TenantId& tenant,
                                              std::int64_t version);
// The last calibration for that version of the evaluator, which a run that starts now pins.
[[nodiscard]] std::optional<std::int64_t> in_force(pg::Tx& tx, const TenantId& tenant,
                                                   const std::string& evaluator_version);

// The last decision on an assessment by the built-in evaluator, and its uncalibrated result.
struct Decision {
  std::string requirement_id;  // dotted, prefixed with the pack
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
