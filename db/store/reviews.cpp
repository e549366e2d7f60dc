// SPDX-License-Identifier: Apache-2.0
// SQL of reviews.
#include "db/store/reviews.hpp"

#include <stdexcept>

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

constexpr Statement kList{"review_list", {"SELECT", kColumns, R"sql(
FROM assessment_review
WHERE tenant_id = $1 AND assessment_id = $2 AND ($3::bigint IS NULL OR number < $3)
ORDER BY number DESC LIMIT $4)sql"}};

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

std::vector<Review> list(pg::Tx& tx, const TenantId& tenant, const AssessmentId& assessment,
                         std::optional<std::int64_t> before, int limit) {
  std::vector<Review> found;
  for (const pg::Row row : tx.run(kList, tenant, assessment, before, limit)) {
    found.push_back(read(row));
  }
  return found;
}

pg::Later<std::map<AssessmentId, Review>> last_of_run(pg::Tx& tx, const TenantId& tenant,
                                                      const RunId& run) {
  return tx.run_later(by_assessment, kLastOfRun, tenant, run);
}

}  // namespace assay::store::reviews
