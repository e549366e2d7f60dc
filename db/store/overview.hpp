// SPDX-License-Identifier: Apache-2.0
// Counts a tenant's objects by state: for badges and chips.
#pragma once

#include <map>

#include "db/pg/tx.hpp"

namespace assay::store::overview {

// The maps omit states without objects.
struct Counts {
  std::map<DocumentStatus, std::int64_t> documents;
  std::int64_t never_cited = 0;  // READY documents that no standing assessment cites (standing.hpp)
  std::map<RunStatus, std::int64_t> runs;
  std::map<TaskStatus, std::int64_t> tasks;
  // Of the tasks that are not COMPLETED.
  std::int64_t overdue = 0;  // due before today, in UTC
  std::int64_t unassigned = 0;
  // The number of unreviewed standing assessments of the packs bound to the tenant.
  std::int64_t unreviewed = 0;
  std::int64_t exports_under_way = 0;
};
[[nodiscard]] Counts counts(pg::Tx& tx, const TenantId& tenant);

// The work that a run over every requirement, started now, would have ahead of it.
struct Ahead {
  std::int64_t documents = 0;  // READY, with chunks
  std::int64_t chunks = 0;
  std::int64_t runs = 0;  // QUEUED or IN_PROGRESS
};
[[nodiscard]] Ahead ahead(pg::Tx& tx, const TenantId& tenant);
// The duration of the last few COMPLETED runs of that evaluator; nullopt if there are none.
struct Pace {
  double seconds_per_requirement = 0;  // the median
  std::int64_t runs = 0;               // the number of runs measured
};
[[nodiscard]] std::optional<Pace> pace(pg::Tx& tx, const TenantId& tenant,
                                       const std::string& evaluator);

}  // namespace assay::store::overview
