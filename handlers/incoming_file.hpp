// SPDX-License-Identifier: Apache-2.0
// What every uploaded file goes through before anything of it is stored: its name and its type.
#pragma once

#include <string>

#include "core/blob_store.hpp"
#include "core/extractor.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

// What is left of a name as sent when directories and control characters are taken away. Throws
// Failure 400 naming "file" when that is nothing.
[[nodiscard]] std::string stored_name(const std::string& sent);

// Refuses what must not be stored at all: throws Failure 400 naming "file" for an empty one, 422
// for an archive that breaks a rule, 503 where too many are inspected at once or it
// takes too long. A file whose type cannot be told, because its reading fails,
// is "bin": the pipeline then says why, where people look for it. Precondition: blob.finish() was
// called.
[[nodiscard]] Inspection inspect(const Services& services, const IncomingBlob& blob,
                                 const std::string& name);

}  // namespace assay::handlers
