// SPDX-License-Identifier: Apache-2.0
// The frozen record of a run: its snapshot, and digests of all its records.
#pragma once

#include <optional>
#include <string>

#include "core/json/json.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::snapshots {

struct Snapshot {
  std::string content;
  std::string hash;  // SHA-256 of content when captured, hex
  Timestamp captured_at;
};

void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Snapshot& snapshot);
[[nodiscard]] std::optional<Snapshot> find(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::snapshots

namespace assay::store::run_digests {

// The SHA-256 (hex) of each kind of record as stored now: {run, snapshot, version, calibration,
// glossary, criteria, requirements, versionOwners, documents, documentsNotSearched, steps, spans,
// assessments, modelExchanges, exchangePurposes, expansions, tasks, taskRuns}. Of tasks, only what
// people cannot change. The transaction that ends a run puts them into the run's entry; from then
// on, no record of it may change.
[[nodiscard]] Json of(pg::Tx& tx, const TenantId& tenant, const RunId& run);

// The first kind whose digest differs from the recorded one, for people; "" for none. recorded: as
// above, or null if the entry is of a release that recorded none.
[[nodiscard]] std::string changed(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                  const Json& recorded);

}  // namespace assay::store::run_digests
