// SPDX-License-Identifier: Apache-2.0
// A tenant's whole trail: exports it as lines of JSON, for checking elsewhere, and verifies it
// together with the records behind its entries.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "db/pg/tx.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/audit/trail_checks.hpp"

namespace assay::store::audit {

// First the entries, oldest first, as render::audit_entry with createdAtMicros, so that each hash
// can be recomputed. Last {"end": {tenantId, count, head: {sequence, hash}, checkpoint}}, which
// shows that the export is complete. checkpoint proves the chain's state by a signature that needs
// no data of other tenants (checkpoint_proof); null if there is none.
// Reads a batch of entries at a time, each in its own transaction, up to the head at the start:
// memory does not grow with the trail.
class Export {
 public:
  // The connection must outlive this and serve nothing else until it is done.
  Export(pg::Connection& connection, const TenantId& tenant, const Filter& filter,
         const Head& head);

  // Appends lines to the text; returns false if those were the last.
  [[nodiscard]] bool next(std::string& lines);

 private:
  [[nodiscard]] Json last_line(pg::Tx& tx) const;

  pg::Connection& connection_;
  TenantId tenant_;
  Filter filter_;
  Head head_;
  std::int64_t after_ = 0;
  std::int64_t count_ = 0;
};

inline constexpr std::int64_t kAllRuns = std::numeric_limits<std::int64_t>::max();

// verify_chain(), and where the chain is whole, that no record is gone or is not what its entry
// says:
// - no completed run or review is without an entry;
// - completed runs have the snapshot's hash of their entry, and reviews are as recorded;
// - the standing results are those of the runs that completed last;
// - of the runs that ended last, `runs` at most: all records have the digests of their entry
//   (snapshots.hpp); or, where an earlier release recorded none, equal the snapshot.
// The transaction must act for the tenant. A run takes some milliseconds.
[[nodiscard]] ChainVerdict verify_trail(pg::Tx& tx, const TenantId& tenant,
                                        std::span<const Witness> witnesses,
                                        std::int64_t runs = kAllRuns);

}  // namespace assay::store::audit
