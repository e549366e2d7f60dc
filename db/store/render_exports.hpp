// SPDX-License-Identifier: Apache-2.0
// Renders exports as the JSON that clients see.
#pragma once

#include "db/store/exports.hpp"

namespace assay::store::render {

// Absent values are null, never omitted.
[[nodiscard]] Json run_export(const exports::Export& made);

}  // namespace assay::store::render
