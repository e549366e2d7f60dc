// SPDX-License-Identifier: Apache-2.0
// SQL of snapshots.
#include "db/store/snapshots.hpp"

namespace assay::store::snapshots {
namespace {

using pg::Statement;

constexpr Statement kInsert{"snapshot_insert", R"sql(
INSERT INTO run_snapshot (tenant_id, run_id, content, hash, captured_at)
VALUES ($1, $2, $3, $4, from_micros($5)))sql"};

constexpr Statement kFind{"snapshot_find", R"sql(
SELECT content, hash, micros(captured_at) AS captured_at
FROM run_snapshot WHERE tenant_id = $1 AND run_id = $2)sql",
                          true};

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Snapshot& snapshot) {
  static_cast<void>(tx.run(kInsert, tenant, run, pg::Bytes{snapshot.content}, snapshot.hash,
                           snapshot.captured_at));
}

std::optional<Snapshot> find(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  const pg::Rows rows = tx.run(kFind, tenant, run);
  if (rows.empty()) return std::nullopt;
  return Snapshot{rows[0].bytes("content"), rows[0].text("hash"), rows[0].timestamp("captured_at")};
}

}  // namespace assay::store::snapshots
