// SPDX-License-Identifier: Apache-2.0
// Packs and their versions as wholes: storing, listing and reading them back. A version never
// changes once it is stored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/packs.hpp"

namespace assay::store::packs {

// A version about to be stored.
struct NewVersion {
  std::string pack_name;
  std::string description;
  std::string copyright;
  std::string version;            // "": named by the day, unless the same content is there already
  std::string source_key = {};    // the framework's stable key in its source, or ""
  std::optional<TenantId> owner;  // none: shared by the installation (as assay_owner only)
  std::vector<Criterion> criteria;
  std::vector<Requirement> requirements;  // ids and pack are given by the store
};

struct StoredVersion {
  PackId pack;
  std::string pack_name;
  CriteriaVersionId criteria_version;
  std::string version;
  std::int64_t requirement_count = 0;
  bool existed = false;       // the same content was there already
  bool pack_existed = false;  // the pack was there; its description and copyright stay
  bool pack_differs = false;  // and they are not those of the new version
};

// SHA-256 (hex) of the canonical JSON of criteria, requirements and source key: what makes two
// versions the same. Names, description and copyright do not count.
[[nodiscard]] std::string content_hash(const NewVersion& version);

// Makes imports of one owner go one after another until the transaction ends, so that two of the
// same file make one version and one mapping set. What stores either calls it.
void lock_imports(pg::Tx& tx, const std::optional<TenantId>& owner);

// Stores a version under the owner's pack of that name, which is made where it is missing. The same
// content under the same version name gives the existing version; other content: std::nullopt.
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
struct Place {
  Timestamp created_at;
  CriteriaVersionId id;
};
// Newest first, from behind that place on; at most limit.
[[nodiscard]] std::vector<Version> versions(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                            const PackId& pack, const std::optional<Place>& behind,
                                            int limit);
[[nodiscard]] std::optional<Version> find_version(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                                  const PackId& pack, const CriteriaVersionId& id);
// The version made last that the tenant may use.
[[nodiscard]] std::optional<CriteriaVersionId> newest_version(pg::Tx& tx,
                                                              const std::optional<TenantId>& tenant,
                                                              const PackId& pack);

// Everything in a version, in the order it was stored with; storing it again gives the same hash.
[[nodiscard]] NewVersion content_of(pg::Tx& tx, const Pack& pack, const Version& version);

// A customised version: content for the tenant under the base's pack, with the changes that made it
// (JSON text). nullopt when the pack has a version of that name with other content.
[[nodiscard]] std::optional<StoredVersion> add_customised(pg::Tx& tx, const TenantId& tenant,
                                                          const Pack& pack, const Version& base,
                                                          const NewVersion& content,
                                                          const std::string& changes);

}  // namespace assay::store::packs
