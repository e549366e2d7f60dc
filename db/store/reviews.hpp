// SPDX-License-Identifier: Apache-2.0
// Reviews: people's judgements of assessments, which themselves never change. Append-only; the last
// review of an assessment counts.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::reviews {

struct Review {
  ReviewId id;
  AssessmentId assessment;
  RunId run;
  std::int64_t number = 0;  // from 1, within the assessment
  ReviewVerdict verdict = ReviewVerdict::Accepted;
  // The reviewer's status: the assessment's own when accepted. Never FAILED.
  AssessmentStatus status = AssessmentStatus::Missing;
  std::optional<std::string> note;
  UserId reviewer;
  std::string reviewer_email;
  Timestamp created_at;
};

// The assessment under review. Locks it, so that its reviews are written one after another.
struct Subject {
  RunId run;
  std::string requirement_id;
  AssessmentStatus status = AssessmentStatus::Missing;
};
[[nodiscard]] std::optional<Subject> lock_subject(pg::Tx& tx, const TenantId& tenant,
                                                  const AssessmentId& assessment);
[[nodiscard]] std::optional<Subject> subject(pg::Tx& tx, const TenantId& tenant,
                                             const AssessmentId& assessment);

// Inserts the review with the assessment's next number; ignores the given `number` and
// `created_at`. Precondition: the subject is locked.
[[nodiscard]] Review insert(pg::Tx& tx, const TenantId& tenant, const Review& review);

// Newest first: those with a number below `before`.
[[nodiscard]] std::vector<Review> list(pg::Tx& tx, const TenantId& tenant,
                                       const AssessmentId& assessment,
                                       std::optional<std::int64_t> before, int limit);
// The last review of each reviewed assessment of the run.
[[nodiscard]] pg::Later<std::map<AssessmentId, Review>> last_of_run(pg::Tx& tx,
                                                                    const TenantId& tenant,
                                                                    const RunId& run);

}  // namespace assay::store::reviews
