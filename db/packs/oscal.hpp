// SPDX-License-Identifier: Apache-2.0
// Imports OSCAL catalogs and resolved profiles (JSON, 1.0 to 1.2) as packs.
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "core/json/json.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

// Whether the root of this JSON is one of the OSCAL models.
[[nodiscard]] bool looks_like_oscal(const Json& root);

// Groups that hold controls become criteria. A control's assessment objectives that have no
// objectives of their own become requirements; a control without objectives becomes one. Withdrawn
// controls are skipped. Source keys are the ids of the parts and controls; the pack's is the uuid.
// Errors: 400 with line and column for invalid JSON, with the path for an invalid catalog, and with
// the model's name for OSCAL's other models. A profile is refused since it holds no texts: import
// its resolved catalog instead.
[[nodiscard]] Result<Import> parse_oscal(std::string_view text);
[[nodiscard]] Result<Import> import_oscal(const Json& root);

}  // namespace assay::packs
