// SPDX-License-Identifier: Apache-2.0
// Packs and their versions as a whole: storing, listing and reading. A stored version never
// changes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store/packs.hpp"

namespace assay::store::packs {

using assay::packs::NewVersion;

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
struct Place {
  Timestamp created_at;
  CriteriaVersionId id;
};
// Newest first, starting after that place; at most `limit`.
[[nodiscard]] std::vector<Version> versions(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                            const PackId& pack, const std::optional<Place>& behind,
                                            int limit);
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
