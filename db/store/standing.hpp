// SPDX-License-Identifier: Apache-2.0
// What stands: of each requirement of a pack (by its label) the assessment of the run that
// completed last, and the documents that those assessments cite.
#pragma once

#include "db/pg/tx.hpp"

namespace assay::store::standing {

// From here on the run's assessments stand. Call it in the transaction that completes the run.
void replace_by(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::standing
