// SPDX-License-Identifier: Apache-2.0
// SQL of assessments, reviews and exchanges with a language model.
#include "db/store/runs/assessments.hpp"

#include <stdexcept>

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

constexpr Statement kOfRun{"assessment_of_run", {kSelect, "AND a.run_id = $2 ORDER BY r.position"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "assessment_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
  AND a.run_id = $2 AND ($3::text IS NULL OR a.status = $3)
  AND ($4::bigint IS NULL OR r.criterion_id = $4))sql",
                                     .id = "a.id",
                                     .parameters = 4,
                                     .orders = kOrders});
  return list;
}

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

}  // namespace

bool insert(pg::Tx& tx, const TenantId& tenant, const Assessment& assessment) {
  return tx.run(kInsert, tenant, assessment.id, assessment.run, assessment.requirement,
                assessment.status, assessment.confidence, assessment.reasoning,
                assessment.citations, assessment.details, assessment.duration_ms)
             .affected() == 1;
}

std::vector<Assessment> list(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return pg::all_of(tx.run(kOfRun, tenant, run), read_assessment);
}

pg::PartOf<Assessment> page(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                            const Filter& filter, const pg::Part& part) {
  return ordered().rows(tx, part, read_for_rendering, tenant, run, filter.status, filter.criterion);
}

std::optional<Assessment> find(pg::Tx& tx, const TenantId& tenant, const AssessmentId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_assessment);
}

std::set<RequirementRecordId> done(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  std::set<RequirementRecordId> ids;
  for (const pg::Row row : tx.run(kDone, tenant, run)) {
    ids.insert(row.id<RequirementRecordId>("requirement_record_id"));
  }
  return ids;
}

}  // namespace assay::store::assessments

namespace assay::store::reviews {
namespace {

using pg::Statement;

constexpr Statement kSubject{"review_subject", R"sql(
SELECT a.run_id, a.status, r.requirement_id
FROM assessment a JOIN requirement r ON r.id = a.requirement_record_id
WHERE a.tenant_id = $1 AND a.id = $2)sql"};

// Nobody may lock assessments for writing; an advisory lock on their id serves instead.
constexpr Statement kLock{"review_lock",
                          "SELECT pg_advisory_xact_lock(hashtextextended('review ' || $1, 0))"};

constexpr std::string_view kColumns = R"sql(
  id, assessment_id, run_id, number, verdict, status, note, reviewer_id, reviewer_email,
  micros(created_at) AS created_at)sql";

constexpr Statement kInsert{"review_insert",
                            {R"sql(
INSERT INTO assessment_review (tenant_id, id, assessment_id, run_id, number, verdict, status, note,
  reviewer_id, reviewer_email)
SELECT $1, $2, $3, $4, coalesce(max(number), 0) + 1, $5, $6, $7, $8, $9
FROM assessment_review WHERE tenant_id = $1 AND assessment_id = $3
RETURNING)sql",
                             kColumns}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list(
      {.name = "review_list",
       .select = "SELECT " + std::string(kColumns) + " FROM assessment_review",
       .filter = "WHERE tenant_id = $1 AND assessment_id = $2",
       .id = "id",
       .parameters = 2,
       .orders = kOrders});
  return list;
}

constexpr Statement kLastOfRun{"review_last_of_run",
                               {"SELECT DISTINCT ON (assessment_id)", kColumns, R"sql(
FROM assessment_review WHERE tenant_id = $1 AND run_id = $2
ORDER BY assessment_id, number DESC)sql"}};

Review read(const pg::Row& row) {
  return {row.id<ReviewId>("id"),
          row.id<AssessmentId>("assessment_id"),
          row.id<RunId>("run_id"),
          row.integer("number"),
          row.state<ReviewVerdict>("verdict"),
          row.state<AssessmentStatus>("status"),
          row.optional_text("note"),
          row.id<UserId>("reviewer_id"),
          row.text("reviewer_email"),
          row.timestamp("created_at")};
}

std::map<AssessmentId, Review> by_assessment(const pg::Rows& rows) {
  std::map<AssessmentId, Review> found;
  for (const pg::Row row : rows) {
    Review review = read(row);
    const AssessmentId assessment = review.assessment;
    found.emplace(assessment, std::move(review));
  }
  return found;
}

}  // namespace

std::optional<Subject> subject(pg::Tx& tx, const TenantId& tenant, const AssessmentId& assessment) {
  for (const pg::Row row : tx.run(kSubject, tenant, assessment)) {
    return Subject{row.id<RunId>("run_id"), row.text("requirement_id"),
                   row.state<AssessmentStatus>("status")};
  }
  return std::nullopt;
}

std::optional<Subject> lock_subject(pg::Tx& tx, const TenantId& tenant,
                                    const AssessmentId& assessment) {
  static_cast<void>(tx.run(kLock, assessment.value));
  return subject(tx, tenant, assessment);
}

Review insert(pg::Tx& tx, const TenantId& tenant, const Review& review) {
  for (const pg::Row row :
       tx.run(kInsert, tenant, review.id, review.assessment, review.run, review.verdict,
              review.status, review.note, review.reviewer, review.reviewer_email)) {
    return read(row);
  }
  throw std::logic_error("an insert of a review gave no row");
}

pg::PartOf<Review> list(pg::Tx& tx, const TenantId& tenant, const AssessmentId& assessment,
                        const pg::Part& part) {
  return ordered().rows(tx, part, read, tenant, assessment);
}

pg::Later<std::map<AssessmentId, Review>> last_of_run(pg::Tx& tx, const TenantId& tenant,
                                                      const RunId& run) {
  return tx.run_later(by_assessment, kLastOfRun, tenant, run);
}

}  // namespace assay::store::reviews

namespace assay::store::llm_exchanges {
namespace {

using pg::Statement;

constexpr Statement kInsert{"llm_exchange_insert", R"sql(
INSERT INTO llm_exchange (tenant_id, id, run_id, requirement_record_id, position, model,
  answered_by, http_status, error_code, tokens_in, tokens_out, cost_usd, duration_ms, request,
  response, purpose)
SELECT $1, $2, $3, $4, coalesce(max(position), 0) + 1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
  $15
FROM llm_exchange WHERE tenant_id = $1 AND run_id = $3 AND requirement_record_id = $4
RETURNING position)sql"};

constexpr Statement kOfRun{"llm_exchange_of_run", R"sql(
SELECT e.requirement_record_id, e.position, e.model, e.answered_by, e.http_status, e.error_code,
  e.tokens_in, e.tokens_out, e.cost_usd, e.duration_ms, e.request, e.response, e.purpose
FROM llm_exchange e JOIN requirement r ON r.id = e.requirement_record_id
WHERE e.tenant_id = $1 AND e.run_id = $2 ORDER BY r.position, e.position)sql"};

Exchange read_exchange(const pg::Row& row) {
  Exchange exchange;
  exchange.requirement = row.id<RequirementRecordId>("requirement_record_id");
  exchange.position = static_cast<int>(row.integer("position"));
  exchange.model = row.text("model");
  exchange.answered_by = row.text("answered_by");
  exchange.http_status = static_cast<int>(row.integer("http_status"));
  exchange.error_code = row.text("error_code");
  exchange.tokens_in = row.optional_integer("tokens_in");
  exchange.tokens_out = row.optional_integer("tokens_out");
  exchange.cost_usd = row.optional_real("cost_usd");
  exchange.duration_ms = row.integer("duration_ms");
  exchange.request = row.text("request");
  exchange.response = row.text("response");
  exchange.purpose = row.text("purpose");
  return exchange;
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Exchange& exchange) {
  static_cast<void>(tx.run(kInsert, tenant, new_uuid(), run, exchange.requirement, exchange.model,
                           exchange.answered_by, exchange.http_status, exchange.error_code,
                           exchange.tokens_in, exchange.tokens_out, exchange.cost_usd,
                           exchange.duration_ms, exchange.request, exchange.response,
                           exchange.purpose));
}

std::vector<Exchange> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return pg::all_of(tx.run(kOfRun, tenant, run), read_exchange);
}

}  // namespace assay::store::llm_exchanges
