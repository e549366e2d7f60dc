// SPDX-License-Identifier: Apache-2.0
// Briefs: the part of an assessment that a list, a tree or a queue shows, without its reasoning,
// quotes and details, which make up most of it. Standing assessments: for each requirement of a
// pack (by label), the assessment of the run that completed last.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::briefs {

// The last review.
struct Review {
  ReviewVerdict verdict = ReviewVerdict::Accepted;
  AssessmentStatus status = AssessmentStatus::Missing;  // the reviewer's own
};

struct Brief {
  AssessmentId id;
  RunId run;
  PackId pack;
  AssessmentStatus status = AssessmentStatus::Missing;
  double confidence = 0;
  std::int64_t citation_count = 0;
  bool needs_review = false;  // the evaluator asks for a review
  Timestamp created_at;
  std::optional<Review> review;
  // The requirement's fields, as the run had it.
  RequirementRecordId requirement;
  std::string requirement_id;
  std::string title;
  int criterion_id = 0;
  std::string criterion_title;
  std::optional<std::string> subcheck_label;
  std::int64_t position = 0;  // in the pack
};

// The briefs of a run in pack order, after that position.
[[nodiscard]] std::vector<Brief> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                        std::optional<std::int64_t> after, int limit);
// A pack's standing assessments, one per requirement label that a run has assessed.
[[nodiscard]] std::vector<Brief> standing(pg::Tx& tx, const TenantId& tenant, const PackId& pack);

struct Position {
  Timestamp created_at;
  AssessmentId id;
};
// A standing assessment that cites one of these documents.
struct Citing {
  Brief brief;
  Json citations;  // all of the assessment's: [{documentId, chunkId, text, pageNumber}]
};
// Newest first.
[[nodiscard]] std::vector<Citing> citing(pg::Tx& tx, const TenantId& tenant,
                                         const std::vector<DocumentId>& documents,
                                         const std::optional<Position>& after, int limit);
[[nodiscard]] std::int64_t count_citing(pg::Tx& tx, const TenantId& tenant,
                                        const std::vector<DocumentId>& documents);

}  // namespace assay::store::briefs

namespace assay::store::standing {

// Makes the run's assessments the standing ones. Call it in the transaction that completes the run.
void replace_by(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::standing
