// SPDX-License-Identifier: Apache-2.0
// Standing assessments: for each requirement of a pack (by label), the assessment of the run that
// completed last, and the documents that these assessments cite.
#pragma once

#include "db/pg/tx.hpp"

namespace assay::store::standing {

// Makes the run's assessments the standing ones. Call it in the transaction that completes the run.
void replace_by(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::standing
