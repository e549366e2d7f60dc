// SPDX-License-Identifier: Apache-2.0
// Checks that the records whose making the trail tells of are still there: completed runs and
// reviews.
#pragma once

#include <span>

#include "db/pg/tx.hpp"
#include "db/store/audit_verify.hpp"

namespace assay::store::audit {

// verify_chain(), and where the chain is whole, that no record is gone or is not what its entry
// says: a completed run, its snapshot's hash, a review; and that no review is without an entry. The
// transaction must act for the tenant.
[[nodiscard]] ChainVerdict verify_trail(pg::Tx& tx, const TenantId& tenant,
                                        std::span<const Witness> witnesses);

}  // namespace assay::store::audit
