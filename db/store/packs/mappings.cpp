// SPDX-License-Identifier: Apache-2.0
// SQL of mapping sets.
#include "db/store/packs/packs.hpp"

#include "core/base/digest.hpp"
#include "core/json/json.hpp"

namespace assay::store::mappings {
namespace {

using pg::Statement;

constexpr Statement kFind{"mapping_set_find", R"sql(
SELECT id FROM mapping_set
WHERE content_hash = $1 AND owner_tenant_id IS NOT DISTINCT FROM $2::uuid)sql"};

constexpr Statement kInsertSet{"mapping_set_insert", R"sql(
INSERT INTO mapping_set
  (id, owner_tenant_id, source_key, name, source_framework, target_framework, content_hash)
VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr Statement kInsertMappings{"mapping_insert", R"sql(
INSERT INTO mapping (mapping_set_id, owner_tenant_id, position, source, target, relationship,
  strength, rationale)
SELECT $1, $2::uuid, m.position, m.source, m.target, m.relationship, nullif(m.strength, -1),
  m.rationale
FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[])
  AS m (position, source, target, relationship, strength, rationale)
RETURNING 1)sql"};

// The newest set of each key, the tenant's own before a shared one, that has a framework of the
// pack on one side. Each side's framework is looked up among the versions the tenant may use.
constexpr Statement kSets{"mapping_sets_of_pack", R"sql(
WITH newest AS (
  SELECT DISTINCT ON (s.source_key) s.* FROM mapping_set s
  WHERE s.owner_tenant_id IS NULL OR s.owner_tenant_id = $1
  ORDER BY s.source_key, s.owner_tenant_id NULLS LAST, s.created_at DESC)
SELECT n.id, n.source_key, n.name, n.source_framework, n.target_framework,
  (SELECT count(*) FROM mapping m WHERE m.mapping_set_id = n.id) AS mapping_count,
  s.version_id AS source_version, s.pack_id AS source_pack, s.name AS source_name,
  t.version_id AS target_version, t.pack_id AS target_pack, t.name AS target_name
FROM newest n
LEFT JOIN LATERAL (
  SELECT v.id AS version_id, v.pack_id, p.name
  FROM criteria_version v JOIN pack p ON p.id = v.pack_id
  LEFT JOIN pack_binding b ON b.tenant_id = $1 AND b.criteria_version_id = v.id
  WHERE v.source_key = n.source_framework AND v.source_key <> ''
    AND (v.owner_tenant_id IS NULL OR v.owner_tenant_id = $1)
  ORDER BY (v.pack_id = $2) DESC, (b.tenant_id IS NOT NULL) DESC, v.created_at DESC, v.id DESC
  LIMIT 1) s ON true
LEFT JOIN LATERAL (
  SELECT v.id AS version_id, v.pack_id, p.name
  FROM criteria_version v JOIN pack p ON p.id = v.pack_id
  LEFT JOIN pack_binding b ON b.tenant_id = $1 AND b.criteria_version_id = v.id
  WHERE v.source_key = n.target_framework AND v.source_key <> ''
    AND (v.owner_tenant_id IS NULL OR v.owner_tenant_id = $1)
  ORDER BY (v.pack_id = $2) DESC, (b.tenant_id IS NOT NULL) DESC, v.created_at DESC, v.id DESC
  LIMIT 1) t ON true
WHERE EXISTS (
    SELECT FROM criteria_version v WHERE v.pack_id = $2
      AND (v.owner_tenant_id IS NULL OR v.owner_tenant_id = $1)
      AND v.source_key <> '' AND v.source_key IN (n.source_framework, n.target_framework))
  AND ($3::uuid IS NULL OR n.id >= $3)
ORDER BY n.id)sql"};

constexpr Statement kEntries{"mapping_entries", R"sql(
SELECT m.position, m.source, m.target, m.relationship, m.strength, m.rationale,
  (SELECT r.requirement_id FROM requirement r
   WHERE r.criteria_version_id = $2::uuid AND r.source_key = m.source LIMIT 1) AS source_label,
  (SELECT r.requirement_id FROM requirement r
   WHERE r.criteria_version_id = $3::uuid AND r.source_key = m.target LIMIT 1) AS target_label
FROM mapping m WHERE m.mapping_set_id = $1 AND m.position > $4::bigint
ORDER BY m.position LIMIT $5)sql"};

std::string content_hash(const MappingSet& set) {
  Json items = Json::array();
  for (const Mapping& mapping : set.mappings) {
    Json item = Json::array();
    item.push(mapping.source)
        .push(mapping.target)
        .push(mapping.relationship)
        .push(mapping.strength)
        .push(mapping.rationale);
    items.push(item);
  }
  Json content = Json::array();
  content.push(set.source_key)
      .push(set.name)
      .push(set.source_framework)
      .push(set.target_framework)
      .push(items);
  return sha256_hex(content.canonical());
}

void insert_mappings(pg::Tx& tx, const std::string& id, const std::optional<TenantId>& owner,
                     const MappingSet& set) {
  std::vector<std::int64_t> positions, strengths;
  std::vector<std::string> sources, targets, relationships, rationales;
  for (const Mapping& mapping : set.mappings) {
    positions.push_back(static_cast<std::int64_t>(positions.size()));
    sources.push_back(mapping.source);
    targets.push_back(mapping.target);
    relationships.push_back(mapping.relationship);
    strengths.push_back(mapping.strength.value_or(-1));
    rationales.push_back(mapping.rationale);
  }
  static_cast<void>(tx.run(kInsertMappings, id, owner, positions, sources, targets, relationships,
                           strengths, rationales));
}

std::vector<Entry> read_entries(const pg::Rows& rows) {
  std::vector<Entry> entries;
  for (const pg::Row row : rows) {
    Entry entry;
    entry.position = row.integer("position");
    entry.mapping.source = row.text("source");
    entry.mapping.target = row.text("target");
    entry.mapping.relationship = row.text("relationship");
    if (const auto strength = row.optional_integer("strength")) {
      entry.mapping.strength = static_cast<int>(*strength);
    }
    entry.mapping.rationale = row.text("rationale");
    entry.source_requirement = row.optional_text("source_label");
    entry.target_requirement = row.optional_text("target_label");
    entries.push_back(std::move(entry));
  }
  return entries;
}

Set read_set(const pg::Row& row) {
  Set set;
  set.id = row.text("id");
  set.source_key = row.text("source_key");
  set.name = row.text("name");
  set.mapping_count = row.integer("mapping_count");
  set.source = {row.text("source_framework"), row.optional_id<PackId>("source_pack"),
                row.optional_text("source_name")};
  set.target = {row.text("target_framework"), row.optional_id<PackId>("target_pack"),
                row.optional_text("target_name")};
  return set;
}

}  // namespace

StoredSet add_set(pg::Tx& tx, const std::optional<TenantId>& owner, const MappingSet& set) {
  packs::lock_imports(tx, owner);
  const std::string hash = content_hash(set);
  StoredSet stored;
  stored.name = set.name;
  stored.mapping_count = static_cast<std::int64_t>(set.mappings.size());
  const pg::Rows found = tx.run(kFind, hash, owner);
  if (!found.empty()) {
    stored.id = found[0].text("id");
    stored.existed = true;
    return stored;
  }
  stored.id = new_uuid();
  static_cast<void>(tx.run(kInsertSet, stored.id, owner, set.source_key, set.name,
                           set.source_framework, set.target_framework, hash));
  insert_mappings(tx, stored.id, owner, set);
  return stored;
}

std::vector<Set> of_pack(pg::Tx& tx, const TenantId& tenant, const PackId& pack,
                         const std::optional<Place>& behind, int limit) {
  std::optional<std::string> first;
  if (behind) first = behind->set;
  std::vector<Set> sets;
  for (const pg::Row row : tx.run(kSets, tenant, pack, first)) {
    if (limit <= 0) break;
    Set set = read_set(row);
    const std::int64_t from = behind && behind->set == set.id ? behind->position : -1;
    set.entries =
        read_entries(tx.run(kEntries, set.id, row.optional_id<CriteriaVersionId>("source_version"),
                            row.optional_id<CriteriaVersionId>("target_version"), from, limit));
    limit -= static_cast<int>(set.entries.size());
    if (from >= 0 && set.entries.empty()) continue;
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace assay::store::mappings
