// SPDX-License-Identifier: Apache-2.0
// Imports CISO Assistant libraries (YAML): frameworks become packs, mapping sets stay mapping sets.
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

// A cheap check by content: is there an "objects:" in the first column? Does not check validity.
[[nodiscard]] bool looks_like_ciso_library(std::string_view text);

// Each assessable node becomes exactly one requirement; urns, in lower case, are the source keys.
// Returns 400 naming line and path for a text that is not such a library or contradicts itself. A
// library with neither framework nor mapping set (presets, risk matrices, threats) is refused,
// naming its contents. Version and copyright are the library's.
[[nodiscard]] Result<Import> parse_ciso_library(std::string_view text);

}  // namespace assay::packs
