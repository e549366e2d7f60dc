// SPDX-License-Identifier: Apache-2.0
// The native pack format, "assay-pack/1": JSON with criteria, each with its requirements.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "db/store/packs.hpp"

namespace assay::packs {

// Checks everything before anything is stored: unknown members, missing texts, duplicate labels and
// criterion numbers are refused with the path of the member, e.g.
// criteria[2].requirements[0].title.
[[nodiscard]] Result<store::packs::NewVersion> parse_native(std::string_view text);

}  // namespace assay::packs
