// SPDX-License-Identifier: Apache-2.0
// OSCAL catalogs and resolved profiles (JSON, 1.0 to 1.2) as packs.
#pragma once

#include <string_view>

#include "core/json.hpp"
#include "core/result.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

// Is one of the OSCAL models at the root of this JSON?
[[nodiscard]] bool looks_like_oscal(const Json& root);

// Groups that hold controls become criteria. A control's assessment objectives, those without
// objectives of their own, become requirements; a control without objectives becomes one. Withdrawn
// controls are skipped. Source keys are the ids of the parts and controls, the pack's is the uuid.
// 400 with line and column for what is no JSON, with the path for what is no such catalog, and
// naming the model for the other models of OSCAL. A profile is refused, since it holds no texts:
// its resolved catalog is what can be imported.
[[nodiscard]] Result<Import> parse_oscal(std::string_view text);
[[nodiscard]] Result<Import> import_oscal(const Json& root);

}  // namespace assay::packs
