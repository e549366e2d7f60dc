// SPDX-License-Identifier: Apache-2.0
// The record of who saw the bytes of an original, whole or page by page.
#pragma once

#include <optional>

#include "db/store/evidence/documents.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Records the download of a document, or of the picture of a page, in the transaction. If the
// stored bytes are not those that were uploaded, commits that instead and throws Failure
// SNAPSHOT_INTEGRITY_FAILURE.
void record_download(const Context& context, pg::Tx& tx, const store::documents::Document& document,
                     std::optional<int> page = std::nullopt);

}  // namespace assay::handlers
