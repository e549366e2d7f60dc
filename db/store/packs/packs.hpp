// SPDX-License-Identifier: Apache-2.0
// Packs, their versions, and the criteria and requirements of a version. A stored version never
// changes. Mappings between frameworks: sets of links between requirements. Links use source keys,
// so that a set can be read when only one of its frameworks is installed. A set never changes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/packs/pack_content.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::packs {

using assay::packs::Criterion;
using assay::packs::NewVersion;
using assay::packs::Requirement;

// By criterion_id, or in another order.
inline constexpr std::array kCriterionOrderKeys{
    pg::by_number("criterionId", "criterion_id"),
    pg::by_text("criterionTitle", "left(lower(title), 200)")};
inline constexpr pg::Orders kCriterionOrders{kCriterionOrderKeys, false};
[[nodiscard]] std::vector<Criterion> criteria(pg::Tx& tx, const CriteriaVersionId& version);
[[nodiscard]] pg::PartOf<Criterion> criteria_page(pg::Tx& tx, const CriteriaVersionId& version,
                                                  const pg::Part& part);
// In pack order, or in another. criterion: only of that one.
inline constexpr std::array kRequirementOrderKeys{
    pg::by_number("position", "r.position"), pg::by_text("requirementId", "r.requirement_id"),
    pg::by_text("title", "left(lower(r.title), 200)")};
inline constexpr pg::Orders kRequirementOrders{kRequirementOrderKeys, false};
[[nodiscard]] std::vector<Requirement> requirements(pg::Tx& tx, const CriteriaVersionId& version);
[[nodiscard]] pg::PartOf<Requirement> requirements_page(
    pg::Tx& tx, const CriteriaVersionId& version, const std::optional<std::int64_t>& criterion,
    const pg::Part& part);
[[nodiscard]] std::vector<Requirement> requirements_of_run(pg::Tx& tx, const TenantId& tenant,
                                                           const RunId& run);

struct StoredVersion {
  PackId pack;
  std::string pack_name;
  CriteriaVersionId criteria_version;
  std::string version;
  std::int64_t requirement_count = 0;
  bool existed = false;       // the same content already existed
  bool pack_existed = false;  // the pack existed; its description and copyright stay
  bool pack_differs = false;  // and they differ from those of the new version
};

// SHA-256 (hex) of the canonical JSON of criteria, requirements and source key, which identifies a
// version's content. Names, description and copyright do not count.
[[nodiscard]] std::string content_hash(const NewVersion& version);

// Serializes imports of one owner until the transaction ends, so that two imports of the same file
// make one version and one mapping set. Functions that store either call it.
void lock_imports(pg::Tx& tx, const std::optional<TenantId>& owner);

// Stores a version under the owner's pack of that name, created if missing. If the version name
// exists, returns that version if its content is the same, otherwise std::nullopt.
[[nodiscard]] std::optional<StoredVersion> add_version(pg::Tx& tx, const NewVersion& version);

struct Pack {
  PackId id;
  std::string name;
  std::string description;
  std::string copyright;
  bool shared = false;
};
// Packs that the tenant (none: the installation) may use, by name.
[[nodiscard]] std::vector<Pack> packs(pg::Tx& tx, const std::optional<TenantId>& tenant);
[[nodiscard]] std::optional<Pack> find_pack(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                            const PackId& pack);

struct Version {
  CriteriaVersionId id;
  PackId pack;
  std::string version;
  std::optional<CriteriaVersionId> base;  // of a customised version
  std::optional<std::string> changes;     // to that base, as JSON text
  bool shared = false;
  std::string source_key;
  std::string content_hash;
  std::int64_t criteria_count = 0;
  std::int64_t requirement_count = 0;
  Timestamp created_at;
};
inline constexpr std::array kVersionOrderKeys{
    pg::by_time("createdAt", "v.created_at"),
    pg::by_text("version", "left(lower(v.version), 200)")};
inline constexpr pg::Orders kVersionOrders{kVersionOrderKeys};
// Newest first.
[[nodiscard]] pg::PartOf<Version> versions(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                           const PackId& pack, const pg::Part& part);
[[nodiscard]] std::optional<Version> find_version(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                                  const PackId& pack, const CriteriaVersionId& id);
// The newest version that the tenant may use.
[[nodiscard]] std::optional<CriteriaVersionId> newest_version(pg::Tx& tx,
                                                              const std::optional<TenantId>& tenant,
                                                              const PackId& pack);

// The whole content of a version, in stored order; storing it again gives the same hash.
[[nodiscard]] NewVersion content_of(pg::Tx& tx, const Pack& pack, const Version& version);

// Stores a customised version: content for the tenant under the base's pack, with the changes that
// made it (JSON text). nullopt if the pack has a version of that name with other content.
[[nodiscard]] std::optional<StoredVersion> add_customised(pg::Tx& tx, const TenantId& tenant,
                                                          const Pack& pack, const Version& base,
                                                          const NewVersion& content,
                                                          const std::string& changes);

}  // namespace assay::store::packs

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
