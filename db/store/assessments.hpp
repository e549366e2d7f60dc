// SPDX-License-Identifier: Apache-2.0
// Assessments: written once per run and requirement, read in pack order.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::assessments {

struct Assessment {
  AssessmentId id;
  RunId run;
  RequirementRecordId requirement;
  AssessmentStatus status = AssessmentStatus::Missing;
  double confidence = 0;
  std::string reasoning;
  Json citations;  // array of {documentId, chunkId, text, pageNumber}
  Json details;    // object
  std::int64_t duration_ms = 0;
  Timestamp created_at;
  // Requirement's fields, filled on reading.
  std::string requirement_id;
  std::string title;
  int criterion_id = 0;
  std::string criterion_title;
  std::optional<std::string> subcheck_label;
  std::int64_t position = 0;  // in the pack
};

// Returns false, and writes nothing, if the run already has one for that requirement.
[[nodiscard]] bool insert(pg::Tx& tx, const TenantId& tenant, const Assessment& assessment);
[[nodiscard]] std::vector<Assessment> list(pg::Tx& tx, const TenantId& tenant, const RunId& run);
// A page in pack order: the assessments after that position. Only for rendering: their citations
// and details are Json::verbatim().
[[nodiscard]] std::vector<Assessment> page(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                           std::optional<std::int64_t> after, int limit);
[[nodiscard]] std::optional<Assessment> find(pg::Tx& tx, const TenantId& tenant,
                                             const AssessmentId& id);
// Requirements that are already assessed, for resuming a run.
[[nodiscard]] std::set<RequirementRecordId> done(pg::Tx& tx, const TenantId& tenant,
                                                 const RunId& run);

}  // namespace assay::store::assessments
