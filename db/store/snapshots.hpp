// SPDX-License-Identifier: Apache-2.0
// Frozen runs: canonical JSON as bytes, written once.
#pragma once

#include <optional>
#include <string>

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
