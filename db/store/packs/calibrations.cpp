// SPDX-License-Identifier: Apache-2.0
// SQL of calibrations and of the decisions they are fitted to.
#include "db/store/packs/tenant_choices.hpp"

#include <stdexcept>

#include "core/base/vocabularies.hpp"

namespace assay::store::calibrations {
namespace {

using pg::Statement;

constexpr Statement kLock{
    "calibration_lock", "SELECT pg_advisory_xact_lock(hashtextextended('calibration ' || $1, 0))"};

constexpr std::string_view kColumns = R"sql(
  id, version, evaluator_version, confidence_slope, confidence_intercept, supported_slope,
  supported_intercept, complete_count, partial_count, missing_count, measured, forced,
  micros(fitted_at) AS fitted_at)sql";

constexpr Statement kInsert{"calibration_insert",
                            {R"sql(
INSERT INTO calibration (tenant_id, id, version, evaluator_version, confidence_slope,
  confidence_intercept, supported_slope, supported_intercept, complete_count, partial_count,
  missing_count, measured, forced)
SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
FROM calibration WHERE tenant_id = $1
RETURNING)sql",
                             kColumns}};

constexpr Statement kList{
    "calibration_list",
    {"SELECT", kColumns, "FROM calibration WHERE tenant_id = $1 ORDER BY version DESC"}};

constexpr Statement kFind{
    "calibration_find",
    {"SELECT", kColumns, "FROM calibration WHERE tenant_id = $1 AND version = $2"}};

constexpr Statement kInForce{"calibration_in_force", R"sql(
SELECT max(version) AS version FROM calibration
WHERE tenant_id = $1 AND evaluator_version = $2)sql"};

// A calibrated verdict's original values are in its details.
constexpr Statement kDecisions{"calibration_decisions", R"sql(
SELECT r.pack_id::text || ' ' || q.requirement_id AS requirement_id,
  coalesce(r.evaluator_version, '') AS evaluator_version, a.status = 'FAILED' AS failed,
  coalesce((d.details #>> '{calibration,uncalibrated,confidence}')::double precision,
           a.confidence) AS confidence,
  coalesce((d.details #>> '{calibration,uncalibrated,supported}')::double precision,
           (d.details ->> 'supported')::double precision, a.confidence) AS supported,
  json_array_length(a.citations::json) > 0 AS cited, v.status AS held,
  r.threshold_complete, r.threshold_partial
FROM (SELECT DISTINCT ON (assessment_id) assessment_id, status FROM assessment_review
      WHERE tenant_id = $1 ORDER BY assessment_id, number DESC) v
JOIN assessment a ON a.tenant_id = $1 AND a.id = v.assessment_id
JOIN run r ON r.tenant_id = $1 AND r.id = a.run_id AND r.evaluator = $2
JOIN requirement q ON q.id = a.requirement_record_id
CROSS JOIN LATERAL (SELECT a.details::json AS details) d
ORDER BY a.id)sql"};

Calibration read(const pg::Row& row) {
  Calibration found;
  found.id = row.id<CalibrationId>("id");
  found.version = row.integer("version");
  found.evaluator_version = row.text("evaluator_version");
  found.confidence = {row.real("confidence_slope"), row.real("confidence_intercept")};
  found.supported = {row.real("supported_slope"), row.real("supported_intercept")};
  found.decisions = {{AssessmentStatus::Complete, row.integer("complete_count")},
                     {AssessmentStatus::Partial, row.integer("partial_count")},
                     {AssessmentStatus::Missing, row.integer("missing_count")}};
  if (const auto text = row.optional_text("measured")) {
    auto json = Json::parse(*text);
    if (!json) throw std::runtime_error("the measured errors of a calibration are not JSON");
    found.measured = std::move(*json);
  }
  found.forced = row.boolean("forced");
  found.fitted_at = row.timestamp("fitted_at");
  return found;
}

std::int64_t count_of(const Calibration& calibration, AssessmentStatus status) {
  const auto found = calibration.decisions.find(status);
  return found == calibration.decisions.end() ? 0 : found->second;
}

}  // namespace

std::int64_t Calibration::decision_count() const {
  std::int64_t sum = 0;
  for (const auto& [status, count] : decisions) sum += count;
  return sum;
}

void lock(pg::Tx& tx, const TenantId& tenant) {
  static_cast<void>(tx.run(kLock, tenant.value));
}

Calibration insert(pg::Tx& tx, const TenantId& tenant, const Calibration& calibration) {
  std::optional<std::string> measured;
  if (!calibration.measured.is_null()) measured = calibration.measured.canonical();
  for (const pg::Row row :
       tx.run(kInsert, tenant, calibration.id, calibration.evaluator_version,
              calibration.confidence.slope, calibration.confidence.intercept,
              calibration.supported.slope, calibration.supported.intercept,
              count_of(calibration, AssessmentStatus::Complete),
              count_of(calibration, AssessmentStatus::Partial),
              count_of(calibration, AssessmentStatus::Missing), measured, calibration.forced)) {
    return read(row);
  }
  throw std::logic_error("an insert of a calibration gave no row");
}

std::vector<Calibration> list(pg::Tx& tx, const TenantId& tenant) {
  return pg::all_of(tx.run(kList, tenant), read);
}

std::optional<Calibration> find(pg::Tx& tx, const TenantId& tenant, std::int64_t version) {
  return pg::first_of(tx.run(kFind, tenant, version), read);
}

std::optional<std::int64_t> in_force(pg::Tx& tx, const TenantId& tenant,
                                     const std::string& evaluator_version) {
  return tx.run(kInForce, tenant, evaluator_version)[0].optional_integer("version");
}

std::vector<Decision> decisions(pg::Tx& tx, const TenantId& tenant) {
  std::vector<Decision> found;
  for (const pg::Row row : tx.run(kDecisions, tenant, kBuiltinEvaluator)) {
    Decision one;
    one.requirement_id = row.text("requirement_id");
    one.evaluator_version = row.text("evaluator_version");
    one.failed = row.boolean("failed");
    one.confidence = row.real("confidence");
    one.supported = row.real("supported");
    one.cited = row.boolean("cited");
    one.held = row.state<AssessmentStatus>("held");
    one.limits = {row.real("threshold_complete"), row.real("threshold_partial")};
    found.push_back(std::move(one));
  }
  return found;
}

}  // namespace assay::store::calibrations
