// SPDX-License-Identifier: Apache-2.0
// Reproductions of runs: the record, its progress to a result, listing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/pg/tx.hpp"

namespace assay::store::reproductions {

// The evaluator named by the run's snapshot.
struct Judge {
  std::string evaluator;
  std::string version;
  std::optional<std::string> model;
};

struct Reproduction {
  ReproductionId id;
  RunId run;
  ReproductionStatus status = ReproductionStatus::Queued;
  Judge judge;
  UserId requested_by;
  // Set when COMPLETED: identical is whether differences is empty.
  std::optional<bool> identical;
  Json differences = Json::array();  // [{requirementId, field, frozen, reproduced}]
  std::optional<std::string> failure_reason;
  Timestamp created_at;
  std::optional<Timestamp> completed_at;
  std::optional<Timestamp> failed_at;
};

struct NewReproduction {
  ReproductionId id;
  RunId run;
  Judge judge;
  UserId requested_by;
};
// Inserts it QUEUED, with its work item.
void create(pg::Tx& tx, const TenantId& tenant, const NewReproduction& fresh);
[[nodiscard]] std::optional<Reproduction> find(pg::Tx& tx, const TenantId& tenant,
                                               const ReproductionId& id);

struct Position {
  Timestamp created_at;
  ReproductionId id;
};
// The run's reproductions, newest first.
[[nodiscard]] std::vector<Reproduction> list(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                             const std::optional<Position>& after, int limit);

// QUEUED -> IN_PROGRESS; also true if it already was (an earlier worker died over it).
[[nodiscard]] bool start(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id);
// IN_PROGRESS -> COMPLETED.
[[nodiscard]] bool complete(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id,
                            const Json& differences);
// QUEUED or IN_PROGRESS -> FAILED. reason is a sentence for a person.
[[nodiscard]] bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id,
                               std::string_view code, std::string_view reason);

}  // namespace assay::store::reproductions
