// SPDX-License-Identifier: Apache-2.0
// Renders versions of packs and mappings as the JSON that clients see.
#pragma once

#include "core/json/json.hpp"
#include "db/store/mappings.hpp"
#include "db/store/pack_versions.hpp"

namespace assay::store::render {

// The specification's fields and those that packs take from their sources: for a criterion label?,
// for a requirement expectedEvidence, guidance?, sourceKey?.
[[nodiscard]] Json full_criterion(const packs::Criterion& criterion);
[[nodiscard]] Json full_requirement(const packs::Requirement& requirement);

// criteriaVersionId, version, baseVersionId?, shared, sourceKey?, contentHash, criteriaCount,
// requirementCount, createdAt.
[[nodiscard]] Json version(const packs::Version& version);
// The same with packId, changes? (those that made it from its base), and full criteria and
// requirements.
[[nodiscard]] Json version_content(const packs::Version& version, const packs::NewVersion& content);

// id, name, sourceKey, source and target {packId?, name?, sourceKey}, mappingCount, entries
// [{source and target {requirementId?, sourceKey}, relationship, strength?, rationale?}].
[[nodiscard]] Json mapping_set(const mappings::Set& set);

}  // namespace assay::store::render
