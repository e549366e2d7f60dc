// SPDX-License-Identifier: Apache-2.0
// SQL for reading packs and versions.
#include "db/store/pack_versions.hpp"

#include <algorithm>
#include <map>

namespace assay::store::packs {
namespace {

using pg::Statement;

constexpr std::string_view kSelectPacks = R"sql(
SELECT id, name, description, copyright, owner_tenant_id IS NULL AS shared
FROM pack WHERE (owner_tenant_id IS NULL OR owner_tenant_id = $1::uuid))sql";

constexpr Statement kPacks{"pack_list", {kSelectPacks, "ORDER BY name, id"}};

constexpr Statement kPack{"pack_find", {kSelectPacks, "AND id = $2"}};

constexpr std::string_view kSelectVersions = R"sql(
SELECT v.id, v.pack_id, v.version, v.base_version_id, v.changes,
  v.owner_tenant_id IS NULL AS shared, v.source_key, v.content_hash,
  (SELECT count(*) FROM criterion c WHERE c.criteria_version_id = v.id) AS criteria_count,
  (SELECT count(*) FROM requirement r WHERE r.criteria_version_id = v.id) AS requirement_count,
  micros(v.created_at) AS created_at
FROM criteria_version v
WHERE (v.owner_tenant_id IS NULL OR v.owner_tenant_id = $1::uuid) AND v.pack_id = $2)sql";

constexpr Statement kVersions{"pack_versions", {kSelectVersions, R"sql(
  AND ($3::bigint IS NULL OR (v.created_at, v.id) < (from_micros($3), $4::uuid))
ORDER BY v.created_at DESC, v.id DESC LIMIT $5)sql"}};

constexpr Statement kVersion{"pack_version", {kSelectVersions, "AND v.id = $3"}};

constexpr Statement kNewest{"pack_newest_version", R"sql(
SELECT v.id FROM criteria_version v
WHERE (v.owner_tenant_id IS NULL OR v.owner_tenant_id = $1::uuid) AND v.pack_id = $2
ORDER BY v.created_at DESC, v.id DESC LIMIT 1)sql"};

Pack read_pack(const pg::Row& row) {
  return {row.id<PackId>("id"), row.text("name"), row.text("description"), row.text("copyright"),
          row.boolean("shared")};
}

Version read_version(const pg::Row& row) {
  Version version;
  version.id = row.id<CriteriaVersionId>("id");
  version.pack = row.id<PackId>("pack_id");
  version.version = row.text("version");
  version.base = row.optional_id<CriteriaVersionId>("base_version_id");
  version.changes = row.optional_text("changes");
  version.shared = row.boolean("shared");
  version.source_key = row.text("source_key");
  version.content_hash = row.text("content_hash");
  version.criteria_count = row.integer("criteria_count");
  version.requirement_count = row.integer("requirement_count");
  version.created_at = row.timestamp("created_at");
  return version;
}

// The rows are ordered by number; the version's own order is that of their first requirements.
void order_by_requirements(NewVersion& version) {
  std::map<int, std::size_t> first;
  for (std::size_t i = 0; i < version.requirements.size(); ++i) {
    first.try_emplace(version.requirements[i].criterion_id, i);
  }
  const auto place = [&](const Criterion& criterion) {
    const auto found = first.find(criterion.criterion_id);
    return found == first.end() ? version.requirements.size() : found->second;
  };
  std::stable_sort(version.criteria.begin(), version.criteria.end(),
                   [&](const Criterion& a, const Criterion& b) { return place(a) < place(b); });
}

}  // namespace

std::vector<Pack> packs(pg::Tx& tx, const std::optional<TenantId>& tenant) {
  std::vector<Pack> found;
  for (const pg::Row row : tx.run(kPacks, tenant)) found.push_back(read_pack(row));
  return found;
}

std::optional<Pack> find_pack(pg::Tx& tx, const std::optional<TenantId>& tenant,
                              const PackId& pack) {
  const pg::Rows rows = tx.run(kPack, tenant, pack);
  if (rows.empty()) return std::nullopt;
  return read_pack(rows[0]);
}

std::vector<Version> versions(pg::Tx& tx, const std::optional<TenantId>& tenant, const PackId& pack,
                              const std::optional<Place>& behind, int limit) {
  std::optional<Timestamp> at;
  std::optional<CriteriaVersionId> id;
  if (behind) {
    at = behind->created_at;
    id = behind->id;
  }
  std::vector<Version> found;
  for (const pg::Row row : tx.run(kVersions, tenant, pack, at, id, limit)) {
    found.push_back(read_version(row));
  }
  return found;
}

std::optional<Version> find_version(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                    const PackId& pack, const CriteriaVersionId& id) {
  const pg::Rows rows = tx.run(kVersion, tenant, pack, id);
  if (rows.empty()) return std::nullopt;
  return read_version(rows[0]);
}

std::optional<CriteriaVersionId> newest_version(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                                const PackId& pack) {
  const pg::Rows rows = tx.run(kNewest, tenant, pack);
  if (rows.empty()) return std::nullopt;
  return rows[0].id<CriteriaVersionId>("id");
}

NewVersion content_of(pg::Tx& tx, const Pack& pack, const Version& version) {
  NewVersion content;
  content.pack_name = pack.name;
  content.description = pack.description;
  content.copyright = pack.copyright;
  content.version = version.version;
  content.source_key = version.source_key;
  content.criteria = criteria(tx, version.id);
  content.requirements = requirements(tx, version.id);
  order_by_requirements(content);
  return content;
}

}  // namespace assay::store::packs
