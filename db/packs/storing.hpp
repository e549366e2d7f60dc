// SPDX-License-Identifier: Apache-2.0
// Stores an import in the database, whole or not at all, and builds the answer about it.
#pragma once

#include <optional>
#include <vector>

#include "core/base/error.hpp"
#include "core/json/json.hpp"
#include "core/packs/pack_content.hpp"
#include "db/store/packs/packs.hpp"

namespace assay::packs {

struct Stored {
  std::vector<store::packs::StoredVersion> packs;        // as in the import
  std::vector<store::mappings::StoredSet> mapping_sets;  // as in the import
  [[nodiscard]] bool anything_new() const;
};

// Stores everything in the caller's transaction, for the owner (none: the whole installation, as
// assay_owner only). Adds to the report which of their own values stored packs keep. Returns
// CONFLICT {packId, packName, version} when a version of that name has other content.
[[nodiscard]] Result<Stored> store_import(pg::Tx& tx, const std::optional<TenantId>& owner,
                                          Import& import);

// The audit trail's detail for an imported version, or for a set of mappings: {packId, packName,
// version}, or {name, mappingCount}.
[[nodiscard]] Json detail_of(const store::packs::StoredVersion& version);
[[nodiscard]] Json detail_of(const store::mappings::StoredSet& set);
// Binds the tenant to the version. Returns what changed, for the audit trail.
[[nodiscard]] Json bind(pg::Tx& tx, const TenantId& tenant,
                        const store::packs::StoredVersion& version);

// {pack | packs, mappingSets?, report}: `pack` for one, `packs` for several, neither for a file
// with only mappings. tentative: nothing was stored, so new packs and sets have no id yet (null).
[[nodiscard]] Json import_answer(const Import& import, const Stored& stored, bool tentative);

}  // namespace assay::packs
