// SPDX-License-Identifier: Apache-2.0
// Checks that the file of an export is the one that was created.
#pragma once

#include "db/store/exports.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Precondition: the export is COMPLETED. Throws SNAPSHOT_INTEGRITY_FAILURE with {exportId, issue}
// unless the trail's entry "export.completed" names the same SHA-256 and the trail around that
// entry verifies. The refusal is recorded.
void require_as_made(const Context& context, pg::Tx& tx, const store::exports::Export& made);

// The same unless the stored bytes have that SHA-256.
void require_bytes_as_made(const Context& context, pg::Tx& tx, const store::exports::Export& made);

}  // namespace assay::handlers
