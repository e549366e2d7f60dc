// SPDX-License-Identifier: Apache-2.0
// Reviews: people's judgement beside assessments, which themselves never change. Append-only; of
// several the last one counts.
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
  // What the reviewer holds true: the assessment's own when accepted. Never FAILED.
  AssessmentStatus status = AssessmentStatus::Missing;
  std::optional<std::string> note;
  UserId reviewer;
  std::string reviewer_email;
  Timestamp created_at;
};

// The assessment a review is about. Locks it, so that reviews of it are written one after another.
struct Subject {
  RunId run;
  std::string requirement_id;
  AssessmentStatus status = AssessmentStatus::Missing;
};
[[nodiscard]] std::optional<Subject> lock_subject(pg::Tx& tx, const TenantId& tenant,
                                                  const AssessmentId& assessment);
[[nodiscard]] std::optional<Subject> subject(pg::Tx& tx, const TenantId& tenant,
                                             const AssessmentId& assessment);

// Writes the review as the assessment's last one, whose number it takes; `number` and `created_at`
// given are not looked at. Precondition: the subject is locked.
[[nodiscard]] Review insert(pg::Tx& tx, const TenantId& tenant, const Review& review);

// Newest first: those with a number below `before`.
[[nodiscard]] std::vector<Review> list(pg::Tx& tx, const TenantId& tenant,
                                       const AssessmentId& assessment,
                                       std::optional<std::int64_t> before, int limit);
// The last review of each assessment of the run that has one.
[[nodiscard]] pg::Later<std::map<AssessmentId, Review>> last_of_run(pg::Tx& tx,
                                                                    const TenantId& tenant,
                                                                    const RunId& run);

}  // namespace assay::store::reviews
