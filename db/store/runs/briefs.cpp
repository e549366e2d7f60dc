// SPDX-License-Identifier: Apache-2.0
// SQL of briefs and of standing assessments.
#include "db/store/runs/assessments.hpp"

namespace assay::store::briefs {
namespace {

using pg::Statement;

// Does not parse the details: they hold most of a run's bytes, and a language model's words may
// contain what json's operators refuse (\u0000). The match is always the member, since the name's
// quotes would be escaped inside a string.
constexpr std::string_view kColumns = R"sql(
  a.id, a.run_id, r.pack_id, a.status, a.confidence,
  json_array_length(a.citations::json) AS citation_count,
  position('"needsReview":true' IN a.details) > 0 AS needs_review,
  micros(a.created_at) AS created_at, v.verdict, v.status AS held, r.id AS record,
  r.requirement_id, r.title, r.criterion_id, k.title AS criterion_title, r.subcheck_label,
  r.position)sql";

// Finds the last review of each by its key.
constexpr std::string_view kJoins = R"sql(
JOIN requirement r ON r.id = a.requirement_record_id
JOIN criterion k ON k.criteria_version_id = r.criteria_version_id
  AND k.criterion_id = r.criterion_id
LEFT JOIN LATERAL (SELECT w.verdict, w.status FROM assessment_review w
  WHERE w.tenant_id = $1 AND w.assessment_id = a.id ORDER BY w.number DESC
  LIMIT 1) v ON true)sql";

constexpr std::string_view kFromStanding = R"sql(
FROM standing_assessment s
JOIN assessment a ON a.tenant_id = s.tenant_id AND a.id = s.assessment_id)sql";

std::string selected(std::string_view more, std::string_view from) {
  std::string sql = "SELECT ";
  return sql.append(kColumns).append(more).append(from).append(kJoins);
}

const pg::OrderedList& ordered_of_run() {
  static const pg::OrderedList list({.name = "brief_list",
                                     .select = selected("", " FROM assessment a"),
                                     .filter = R"sql(
WHERE a.tenant_id = $1 AND a.run_id = $2 AND ($3::text IS NULL OR a.status = $3)
  AND ($4::bigint IS NULL OR r.criterion_id = $4))sql",
                                     .id = "a.id",
                                     .parameters = 4,
                                     .orders = assessments::kOrders});
  return list;
}

constexpr Statement kStanding{"brief_standing", {"SELECT", kColumns, kFromStanding, kJoins, R"sql(
WHERE s.tenant_id = $1 AND s.pack_id = $2 ORDER BY r.position)sql"}};

const pg::OrderedList& ordered_citing() {
  static const pg::OrderedList list({.name = "brief_citing_list",
                                     .select = selected(", a.citations", kFromStanding),
                                     .filter = R"sql(
WHERE s.tenant_id = $1 AND (s.pack_id, s.requirement_id) IN (
    SELECT c.pack_id, c.requirement_id FROM standing_citation c
    WHERE c.tenant_id = $1 AND c.document_id = ANY ($2::uuid[])))sql",
                                     .id = "a.id",
                                     .parameters = 2,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kCountCiting{"brief_count_citing", R"sql(
SELECT count(DISTINCT (c.pack_id, c.requirement_id)) AS total FROM standing_citation c
WHERE c.tenant_id = $1 AND c.document_id = ANY ($2::uuid[]))sql"};

Brief read_brief(const pg::Row& row) {
  Brief brief;
  brief.id = row.id<AssessmentId>("id");
  brief.run = row.id<RunId>("run_id");
  brief.pack = row.id<PackId>("pack_id");
  brief.status = row.state<AssessmentStatus>("status");
  brief.confidence = row.real("confidence");
  brief.citation_count = row.integer("citation_count");
  brief.needs_review = row.boolean("needs_review");
  brief.created_at = row.timestamp("created_at");
  if (!row.is_null("verdict")) {
    brief.review = {row.state<ReviewVerdict>("verdict"), row.state<AssessmentStatus>("held")};
  }
  brief.requirement = row.id<RequirementRecordId>("record");
  brief.requirement_id = row.text("requirement_id");
  brief.title = row.text("title");
  brief.criterion_id = static_cast<int>(row.integer("criterion_id"));
  brief.criterion_title = row.text("criterion_title");
  brief.subcheck_label = row.optional_text("subcheck_label");
  brief.position = row.integer("position");
  return brief;
}

}  // namespace

pg::PartOf<Brief> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                         const assessments::Filter& filter, const pg::Part& part) {
  return ordered_of_run().rows(tx, part, read_brief, tenant, run, filter.status, filter.criterion);
}

std::vector<Brief> standing(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  return pg::all_of(tx.run(kStanding, tenant, pack), read_brief);
}

pg::PartOf<Citing> citing(pg::Tx& tx, const TenantId& tenant,
                          const std::vector<DocumentId>& documents, const pg::Part& part) {
  const auto read = [](const pg::Row& row) {
    return Citing{read_brief(row), row.json("citations")};
  };
  return ordered_citing().rows(tx, part, read, tenant, documents);
}

std::int64_t count_citing(pg::Tx& tx, const TenantId& tenant,
                          const std::vector<DocumentId>& documents) {
  return pg::total_of(tx.run(kCountCiting, tenant, documents));
}

}  // namespace assay::store::briefs

namespace assay::store::standing {
namespace {

using pg::Statement;

// Rows are written in a fixed order, so that two runs of a pack that complete at once cannot
// deadlock.
constexpr Statement kReplace{"standing_replace", R"sql(
INSERT INTO standing_assessment AS s (tenant_id, pack_id, requirement_id, assessment_id, run_id)
SELECT $1::uuid, q.pack_id, q.requirement_id, a.id, a.run_id
FROM assessment a JOIN requirement q ON q.id = a.requirement_record_id
WHERE a.tenant_id = $1 AND a.run_id = $2 ORDER BY q.requirement_id
ON CONFLICT (tenant_id, pack_id, requirement_id) DO UPDATE
SET assessment_id = excluded.assessment_id, run_id = excluded.run_id)sql"};

constexpr Statement kForget{"standing_forget_citations", R"sql(
DELETE FROM standing_citation c USING standing_assessment s
WHERE s.tenant_id = $1 AND s.run_id = $2 AND c.tenant_id = s.tenant_id AND c.pack_id = s.pack_id
  AND c.requirement_id = s.requirement_id)sql"};

constexpr Statement kCite{"standing_cite", R"sql(
INSERT INTO standing_citation (tenant_id, document_id, pack_id, requirement_id)
SELECT DISTINCT s.tenant_id, (c.value ->> 'documentId')::uuid, s.pack_id, s.requirement_id
FROM standing_assessment s
JOIN assessment a ON a.tenant_id = s.tenant_id AND a.id = s.assessment_id
CROSS JOIN json_array_elements(a.citations::json) c
WHERE s.tenant_id = $1 AND s.run_id = $2)sql"};

}  // namespace

void replace_by(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  static_cast<void>(tx.run(kReplace, tenant, run));
  static_cast<void>(tx.run(kForget, tenant, run));
  static_cast<void>(tx.run(kCite, tenant, run));
}

}  // namespace assay::store::standing
