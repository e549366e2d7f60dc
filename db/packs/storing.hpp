// SPDX-License-Identifier: Apache-2.0
// An import to the database, whole or not at all, and the answer that says what came of it.
#pragma once

#include <optional>
#include <vector>

#include "core/json.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

struct Stored {
  std::vector<store::packs::StoredVersion> packs;        // as in the import
  std::vector<store::mappings::StoredSet> mapping_sets;  // as in the import
  [[nodiscard]] bool anything_new() const;
};

// Stores everything in the caller's transaction, for the owner (none: the whole installation, as
// assay_owner only), and adds to the report what the stored packs keep of their own. CONFLICT
// {packId, packName, version} when a version of that name has other content.
[[nodiscard]] Result<Stored> store_import(pg::Tx& tx, const std::optional<TenantId>& owner,
                                          Import& import);

// What the audit trail says of an imported version, or of a set of mappings: {packId, packName,
// version}, or {name, mappingCount}.
[[nodiscard]] Json detail_of(const store::packs::StoredVersion& version);
[[nodiscard]] Json detail_of(const store::mappings::StoredSet& set);
// Binds the tenant to the version; what that changed, for the audit trail.
[[nodiscard]] Json bind(pg::Tx& tx, const TenantId& tenant,
                        const store::packs::StoredVersion& version);

// {pack | packs, mappingSets?, report}: `pack` for one, `packs` for several, neither for a file of
// mappings alone. tentative: nothing was kept, so what is new has no id yet (null).
[[nodiscard]] Json import_answer(const Import& import, const Stored& stored, bool tentative);

}  // namespace assay::packs
