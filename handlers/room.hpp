// SPDX-License-Identifier: Apache-2.0
// Room on the disk of the evidence: when it is low, and when nothing more is taken in.
#pragma once

#include "core/error.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

// Less than ASSAY_MIN_FREE_BYTES is left. Throws IoError.
[[nodiscard]] bool space_is_low(const Config& config);

// Throws Failure 507 when storing what the request brings would leave less than an eighth of
// ASSAY_MIN_FREE_BYTES: the database, which may be on the same disk, needs that to go on working.
// To be called before anything is stored.
void require_room(const Context& context);

// 507 INSUFFICIENT_STORAGE with Retry-After.
[[nodiscard]] Error no_room();

}  // namespace assay::handlers
