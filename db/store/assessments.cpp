// SPDX-License-Identifier: Apache-2.0
// SQL of assessments.
#include "db/store/assessments.hpp"

namespace assay::store::assessments {
namespace {

using pg::Statement;

constexpr Statement kInsert{"assessment_insert", R"sql(
INSERT INTO assessment (tenant_id, id, run_id, requirement_record_id, status, confidence,
  reasoning, citations, details, duration_ms)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (tenant_id, run_id, requirement_record_id) DO NOTHING)sql"};

constexpr std::string_view kSelect = R"sql(
SELECT a.id, a.run_id, a.requirement_record_id, a.status, a.confidence, a.reasoning, a.citations,
  a.details, a.duration_ms, micros(a.created_at) AS created_at, r.requirement_id, r.title,
  r.criterion_id, c.title AS criterion_title, r.subcheck_label, r.position
FROM assessment a JOIN requirement r ON r.id = a.requirement_record_id
JOIN criterion c ON c.criteria_version_id = r.criteria_version_id
  AND c.criterion_id = r.criterion_id
WHERE a.tenant_id = $1)sql";

constexpr Statement kPage{"assessment_page", {kSelect, R"sql(
  AND a.run_id = $2 AND ($3::bigint IS NULL OR r.position > $3)
ORDER BY r.position LIMIT $4)sql"}};

constexpr Statement kFind{"assessment_find", {kSelect, "AND a.id = $2"}};

constexpr Statement kDone{
    "assessment_done",
    "SELECT requirement_record_id FROM assessment WHERE tenant_id = $1 AND run_id = $2"};

Assessment read_without_json(const pg::Row& row) {
  Assessment assessment;
  assessment.id = row.id<AssessmentId>("id");
  assessment.run = row.id<RunId>("run_id");
  assessment.requirement = row.id<RequirementRecordId>("requirement_record_id");
  assessment.status = row.state<AssessmentStatus>("status");
  assessment.confidence = row.real("confidence");
  assessment.reasoning = row.text("reasoning");
  assessment.duration_ms = row.integer("duration_ms");
  assessment.created_at = row.timestamp("created_at");
  assessment.requirement_id = row.text("requirement_id");
  assessment.title = row.text("title");
  assessment.criterion_id = static_cast<int>(row.integer("criterion_id"));
  assessment.criterion_title = row.text("criterion_title");
  assessment.subcheck_label = row.optional_text("subcheck_label");
  assessment.position = row.integer("position");
  return assessment;
}

Assessment read_assessment(const pg::Row& row) {
  Assessment assessment = read_without_json(row);
  assessment.citations = row.json("citations");
  assessment.details = row.json("details");
  return assessment;
}

Assessment read_for_rendering(const pg::Row& row) {
  Assessment assessment = read_without_json(row);
  assessment.citations = row.verbatim_json("citations");
  assessment.details = row.verbatim_json("details");
  return assessment;
}

std::vector<Assessment> read_all(const pg::Rows& rows, Assessment (*read)(const pg::Row&)) {
  std::vector<Assessment> found;
  for (const pg::Row row : rows) found.push_back(read(row));
  return found;
}

}  // namespace

bool insert(pg::Tx& tx, const TenantId& tenant, const Assessment& assessment) {
  return tx.run(kInsert, tenant, assessment.id, assessment.run, assessment.requirement,
                assessment.status, assessment.confidence, assessment.reasoning,
                assessment.citations, assessment.details, assessment.duration_ms)
             .affected() == 1;
}

std::vector<Assessment> list(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return read_all(tx.run(kPage, tenant, run, std::nullopt, std::nullopt), read_assessment);
}

std::vector<Assessment> page(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                             std::optional<std::int64_t> after, int limit) {
  return read_all(tx.run(kPage, tenant, run, after, limit), read_for_rendering);
}

std::optional<Assessment> find(pg::Tx& tx, const TenantId& tenant, const AssessmentId& id) {
  const pg::Rows rows = tx.run(kFind, tenant, id);
  if (rows.empty()) return std::nullopt;
  return read_assessment(rows[0]);
}

std::set<RequirementRecordId> done(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  std::set<RequirementRecordId> ids;
  for (const pg::Row row : tx.run(kDone, tenant, run)) {
    ids.insert(row.id<RequirementRecordId>("requirement_record_id"));
  }
  return ids;
}

}  // namespace assay::store::assessments
