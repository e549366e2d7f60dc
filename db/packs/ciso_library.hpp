// SPDX-License-Identifier: Apache-2.0
// Libraries of CISO Assistant (YAML): frameworks become packs, mapping sets stay mapping sets.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

// A cheap look by content: is there an "objects:" at the first column? Says nothing about validity.
[[nodiscard]] bool looks_like_ciso_library(std::string_view text);

// Each assessable node becomes exactly one requirement; urns, in lower case, are the source keys.
// 400 naming line and path for what is no such library or contradicts itself; a library with
// neither framework nor mapping set (presets, risk matrices, threats) is refused naming what it
// holds. Version and copyright are the library's.
[[nodiscard]] Result<Import> parse_ciso_library(std::string_view text);

}  // namespace assay::packs
