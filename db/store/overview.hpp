// SPDX-License-Identifier: Apache-2.0
// How many there are of what a tenant works on, by state: for badges and chips.
#pragma once

#include <map>

#include "db/pg/tx.hpp"

namespace assay::store::overview {

// States of which there is none are left out of the maps.
struct Counts {
  std::map<DocumentStatus, std::int64_t> documents;
  std::int64_t never_cited = 0;  // READY documents that nothing which stands cites (standing.hpp)
  std::map<RunStatus, std::int64_t> runs;
  std::map<TaskStatus, std::int64_t> tasks;
  // Of the tasks that are not COMPLETED.
  std::int64_t overdue = 0;  // due before today, in UTC
  std::int64_t unassigned = 0;
  // Of what stands of the packs bound to the tenant, how much nobody has reviewed.
  std::int64_t unreviewed = 0;
  std::int64_t exports_under_way = 0;
};
[[nodiscard]] Counts counts(pg::Tx& tx, const TenantId& tenant);

// What a run started now over every requirement would have before it.
struct Ahead {
  std::int64_t documents = 0;  // READY, with chunks
  std::int64_t chunks = 0;
  std::int64_t runs = 0;  // QUEUED or IN_PROGRESS
};
[[nodiscard]] Ahead ahead(pg::Tx& tx, const TenantId& tenant);
// How long the last few COMPLETED runs of that evaluator took; nullopt where there is none.
struct Pace {
  double seconds_per_requirement = 0;  // the median
  std::int64_t runs = 0;               // that it was taken from
};
[[nodiscard]] std::optional<Pace> pace(pg::Tx& tx, const TenantId& tenant,
                                       const std::string& evaluator);

}  // namespace assay::store::overview
