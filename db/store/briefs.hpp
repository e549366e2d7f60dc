// SPDX-License-Identifier: Apache-2.0
// Assessments in brief: what a list, a tree or a queue shows of one, without its reasoning, quotes
// and details, which are most of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::briefs {

// What people made of it last.
struct Review {
  ReviewVerdict verdict = ReviewVerdict::Accepted;
  AssessmentStatus status = AssessmentStatus::Missing;  // what the reviewer holds true
};

struct Brief {
  AssessmentId id;
  RunId run;
  PackId pack;
  AssessmentStatus status = AssessmentStatus::Missing;
  double confidence = 0;
  std::int64_t citation_count = 0;
  bool needs_review = false;  // the evaluator wants a person to look
  Timestamp created_at;
  std::optional<Review> review;
  // Of the requirement as the run had it.
  RequirementRecordId requirement;
  std::string requirement_id;
  std::string title;
  int criterion_id = 0;
  std::string criterion_title;
  std::optional<std::string> subcheck_label;
  std::int64_t position = 0;  // in the pack
};

// Of a run in pack order, those behind that position.
[[nodiscard]] std::vector<Brief> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                        std::optional<std::int64_t> after, int limit);
// What stands of a pack (standing.hpp), one per requirement label that a run has judged.
[[nodiscard]] std::vector<Brief> standing(pg::Tx& tx, const TenantId& tenant, const PackId& pack);

struct Position {
  Timestamp created_at;
  AssessmentId id;
};
// What stands and cites one of these documents.
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
