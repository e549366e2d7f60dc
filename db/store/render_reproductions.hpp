// SPDX-License-Identifier: Apache-2.0
// Renders reproductions as the JSON that clients see.
#pragma once

#include "db/store/reproductions.hpp"

namespace assay::store::render {

// Absent values are null, never omitted.
[[nodiscard]] Json reproduction(const reproductions::Reproduction& made);

}  // namespace assay::store::render
