// SPDX-License-Identifier: Apache-2.0
// Checks that the records whose making the trail tells of are still there: completed runs and
// reviews.
#pragma once

#include <optional>

#include "db/pg/tx.hpp"
#include "db/store/audit_verify.hpp"

namespace assay::store::audit {

// The first record that is gone, or is not what its entry says: a completed run, its snapshot's
// hash, a review; or a review that no entry tells of. The transaction must act for the tenant. The
// entries themselves are for verify_chain() to check.
[[nodiscard]] std::optional<Break> first_record_changed(pg::Tx& tx, const TenantId& tenant);

}  // namespace assay::store::audit
