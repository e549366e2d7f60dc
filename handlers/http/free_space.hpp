// SPDX-License-Identifier: Apache-2.0
// Free space on the disk of the evidence: when it is low, and when new data is refused.
#pragma once

#include "core/base/error.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Whether less than ASSAY_MIN_FREE_BYTES is left. Throws IoError.
[[nodiscard]] bool space_is_low(const Config& config);

// Throws Failure 507 when storing the request's data would leave less than an eighth of
// ASSAY_MIN_FREE_BYTES: the database, which may be on the same disk, needs that to keep working.
// Call it before storing anything.
void require_room(const Context& context);

// 507 INSUFFICIENT_STORAGE with Retry-After.
[[nodiscard]] Error no_room();

}  // namespace assay::handlers
