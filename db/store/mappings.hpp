// SPDX-License-Identifier: Apache-2.0
// Mappings between frameworks: sets of links between requirements. Links use source keys, so that a
// set can be read when only one of its frameworks is installed. A set never changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/packs/pack_content.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::mappings {

using assay::packs::Mapping;
using assay::packs::MappingSet;

struct StoredSet {
  std::string id;
  std::string name;
  std::int64_t mapping_count = 0;
  bool existed = false;  // the same content already existed
};
// Stores the set for the owner (none: the installation, as assay_owner only), holding the lock of
// lock_imports(). Precondition: the set fits its columns. Other content under the same source key
// replaces the earlier set in all later reads.
[[nodiscard]] StoredSet add_set(pg::Tx& tx, const std::optional<TenantId>& owner,
                                const MappingSet& set);

// One side of a set: the framework's key, and the tenant's pack of it, if any: the one that it is
// bound to, otherwise the newest.
struct Side {
  std::string source_key;
  std::optional<PackId> pack;
  std::optional<std::string> pack_name;
};
// A link with the labels of the requirements in those packs, if present.
struct Entry {
  std::int64_t position = 0;
  Mapping mapping;
  std::optional<std::string> source_requirement;
  std::optional<std::string> target_requirement;
};
struct Set {
  std::string id;
  std::string source_key;
  std::string name;
  Side source;
  Side target;
  std::int64_t mapping_count = 0;
  std::vector<Entry> entries;
};
// After this entry of that set.
struct Place {
  std::string set;
  std::int64_t position = 0;
};
// Sets that name a framework of this pack on either side, with their entries in order: at most
// `limit` entries over all sets, starting after the place.
[[nodiscard]] std::vector<Set> of_pack(pg::Tx& tx, const TenantId& tenant, const PackId& pack,
                                       const std::optional<Place>& behind, int limit);

}  // namespace assay::store::mappings
