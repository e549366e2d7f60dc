// SPDX-License-Identifier: Apache-2.0
// What documents say of themselves, as it was found when they were read.
#pragma once

#include <vector>

#include "core/base/document_fact.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::facts {

// The form in which facts are stored, and back. A fact of a kind that this release does not know is
// left out.
[[nodiscard]] Json stored(const std::vector<DocumentFact>& facts);
[[nodiscard]] std::vector<DocumentFact> from_stored(const Json& list);

// Replaces the document's facts.
void put(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
         const std::vector<DocumentFact>& facts);
// In the order in which they were put; empty for a document that does not exist.
[[nodiscard]] std::vector<DocumentFact> of(pg::Tx& tx, const TenantId& tenant,
                                           const DocumentId& document);

}  // namespace assay::store::facts
