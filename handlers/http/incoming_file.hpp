// SPDX-License-Identifier: Apache-2.0
// Checks that every uploaded file passes before any of it is stored: its name and its type.
#pragma once

#include <string>

#include "core/blob/blob_store.hpp"
#include "core/extract/extractor.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// The name as sent, without directories and control characters. Names of downloads lose more; the
// record keeps what was sent. Throws Failure 400 naming "file" when nothing is left that can be
// seen.
[[nodiscard]] std::string stored_name(const std::string& sent);

// Refuses files that must not be stored: throws Failure 400 naming "file" for an empty one, 422 for
// an archive that breaks a rule, 503 when too many are being inspected or it takes too long. A file
// whose type is unknown because reading it fails is "bin": the pipeline then reports why, where
// people look for it. Precondition: blob.finish() was called.
[[nodiscard]] Inspection inspect(const Context& context, const IncomingBlob& blob,
                                 const std::string& name);

}  // namespace assay::handlers
