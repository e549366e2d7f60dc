// SPDX-License-Identifier: Apache-2.0
// Reproductions as the JSON that clients see, beside render.hpp.
#pragma once

#include "db/store/reproductions.hpp"

namespace assay::store::render {

// What is absent in a record is null here, never missing.
[[nodiscard]] Json reproduction(const reproductions::Reproduction& made);

}  // namespace assay::store::render
