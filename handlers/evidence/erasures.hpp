// SPDX-License-Identifier: Apache-2.0
// Locks documents and checks legal holds before a handler removes documents.
#pragma once

#include <vector>

#include "db/erasing/removal.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Locks a document and what goes with it, as erasing::lock() does, for a transaction that removes
// them. Throws Failure NOT_FOUND or CROSS_TENANT_ACCESS_DENIED, and CONFLICT {legalHolds} while a
// legal hold covers one of them.
[[nodiscard]] std::vector<erasing::Item> lock_to_remove(const Context& context, pg::Tx& tx,
                                                        const DocumentId& id);

}  // namespace assay::handlers
