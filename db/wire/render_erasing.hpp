// SPDX-License-Identifier: Apache-2.0
// Renders erasures, legal holds and rules of retention.
#pragma once

#include "core/json/json.hpp"
#include "db/store/evidence/erasures.hpp"
#include "db/store/evidence/legal_holds.hpp"
#include "db/store/evidence/retention.hpp"

namespace assay::store::render {

// {id, documentId, originalFilename, reason, status, documentCount, exportCount, requestedBy,
// createdAt, completedAt, failedAt, failureReason}
[[nodiscard]] Json erasure(const erasures::Erasure& erasure);

// {id, originalFilename, sha256Hash, sizeBytes}
[[nodiscard]] Json erased_document(const archives::Item& document);

// {runId, packId, status, createdAt, quotes}
[[nodiscard]] Json quoting_run(const erasures::Quoting& run);

// {id, documentId, originalFilename, reason, createdBy, createdAt, releasedBy, releasedAt}; without
// document, it covers everything of the tenant.
[[nodiscard]] Json legal_hold(const legal_holds::Hold& hold);

// {documentDays, exportDays, updatedAt, updatedBy, appliedFrom}
[[nodiscard]] Json retention(const retention::Rules& rules);

}  // namespace assay::store::render
