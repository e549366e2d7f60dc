// SPDX-License-Identifier: Apache-2.0
// Exports as the JSON that clients see, beside render.hpp.
#pragma once

#include "db/store/exports.hpp"

namespace assay::store::render {

// What is absent in a record is null here, never missing.
[[nodiscard]] Json run_export(const exports::Export& made);

}  // namespace assay::store::render
