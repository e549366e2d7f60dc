// SPDX-License-Identifier: Apache-2.0
// Checks that the records whose making the trail tells of are still there and unchanged: completed
// runs with all that belongs to them, reviews, and what follows from both.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "db/pg/tx.hpp"
#include "db/store/audit_verify.hpp"

namespace assay::store::audit {

inline constexpr std::int64_t kAllRuns = std::numeric_limits<std::int64_t>::max();

// verify_chain(), and where the chain is whole, that no record is gone or is not what its entry
// says:
// - no completed run or review is without an entry;
// - completed runs have the snapshot's hash of their entry, and reviews are as recorded;
// - the standing results are those of the runs that completed last;
// - of the runs that completed last, `runs` at most: all records have the digests of their entry
//   (run_digests.hpp); or, where an earlier release recorded none, equal the snapshot.
// The transaction must act for the tenant. A run takes some milliseconds.
[[nodiscard]] ChainVerdict verify_trail(pg::Tx& tx, const TenantId& tenant,
                                        std::span<const Witness> witnesses,
                                        std::int64_t runs = kAllRuns);

}  // namespace assay::store::audit
