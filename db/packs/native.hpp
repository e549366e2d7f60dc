// SPDX-License-Identifier: Apache-2.0
// The native pack format, "assay-pack/1": JSON with criteria, each with its requirements. Packs are
// exported in it without loss.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/json/json.hpp"
#include "db/store/pack_versions.hpp"

namespace assay::packs {

// {format, name, version, description?, copyright?, sourceKey?, criteria: [{criterionId,
// criterionTitle, criterionDescription?, label?, requirements: [{requirementId, title,
// subcheckLabel?, expectedEvidence?, guidance?, sourceKey?}]}]}
//
// Checks everything before anything is stored. Refuses unknown members, missing texts, duplicate
// labels and criterion numbers with the path of the member, e.g. criteria[2].requirements[0].title.
[[nodiscard]] Result<store::packs::NewVersion> read_native(const Json& document);
[[nodiscard]] Result<store::packs::NewVersion> parse_native(std::string_view text);

// Writes the version in that format, one line per requirement. Precondition: the requirements of a
// criterion are together, in the order of the criteria (packs::arrange, store::content_of).
[[nodiscard]] std::string export_native(const store::packs::NewVersion& version);

}  // namespace assay::packs
