// SPDX-License-Identifier: Apache-2.0
// SQL for storing versions of packs.
#include "core/base/digest.hpp"
#include "db/store/packs/packs.hpp"

namespace assay::store::packs {
namespace {

using pg::Statement;

constexpr Statement kLock{"pack_lock", R"sql(
SELECT pg_advisory_xact_lock(hashtextextended('packs of ' || coalesce($1, ''), 0)))sql"};

constexpr Statement kFindPack{"pack_find_by_name", R"sql(
SELECT id, description, copyright FROM pack
WHERE name = $1 AND owner_tenant_id IS NOT DISTINCT FROM $2::uuid)sql"};

constexpr Statement kInsertPack{"pack_insert", R"sql(
INSERT INTO pack (id, owner_tenant_id, name, description, copyright)
VALUES ($1, $2, $3, $4, $5))sql"};

constexpr std::string_view kSelectKnown = R"sql(
SELECT v.id, v.version, v.content_hash,
  (SELECT count(*) FROM requirement r WHERE r.criteria_version_id = v.id) AS requirement_count
FROM criteria_version v
WHERE v.pack_id = $1
  AND (v.owner_tenant_id IS NULL OR v.owner_tenant_id IS NOT DISTINCT FROM $2::uuid))sql";

// The owner's own before a shared one.
constexpr Statement kByName{
    "pack_version_by_name",
    {kSelectKnown, "AND v.version = $3 ORDER BY v.owner_tenant_id NULLS LAST LIMIT 1"}};

constexpr Statement kByContent{
    "pack_version_by_content",
    {kSelectKnown, "AND v.content_hash = $3 ORDER BY v.created_at DESC LIMIT 1"}};

constexpr Statement kToday{"pack_today", R"sql(
SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today)sql"};

constexpr Statement kInsertVersion{"pack_insert_version", R"sql(
INSERT INTO criteria_version
  (id, pack_id, owner_tenant_id, version, content_hash, source_key, base_version_id, changes)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr Statement kInsertCriteria{"pack_insert_criteria", R"sql(
INSERT INTO criterion (criteria_version_id, owner_tenant_id, criterion_id, title, description, label)
SELECT $1, $2::uuid, c.* FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) AS c
RETURNING 1)sql"};

constexpr Statement kInsertRequirements{"pack_insert_requirements", R"sql(
INSERT INTO requirement (criteria_version_id, owner_tenant_id, pack_id, id, position,
  requirement_id, criterion_id, title, subcheck_label, expected_evidence, guidance, source_key)
SELECT $1, $2::uuid, $3, r.id, r.position, r.label, r.criterion, r.title,
  nullif(r.subcheck, ''), r.evidence::jsonb, r.guidance, r.source
FROM unnest($4::uuid[], $5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::text[],
            $10::text[], $11::text[], $12::text[])
  AS r (id, position, label, criterion, title, subcheck, evidence, guidance, source)
RETURNING 1)sql"};

Json texts(const std::vector<std::string>& items) {
  Json array = Json::array();
  for (const std::string& item : items) array.push(item);
  return array;
}

// Members added in later releases are left out if empty, so that older versions keep their hash.
Json hashed(const Criterion& criterion) {
  Json item = Json::array();
  item.push(criterion.criterion_id).push(criterion.title).push(criterion.description);
  if (!criterion.label.empty()) item.push(criterion.label);
  return item;
}

Json hashed(const Requirement& requirement) {
  Json item = Json::array();
  item.push(requirement.requirement_id)
      .push(requirement.criterion_id)
      .push(requirement.title)
      .push(requirement.subcheck_label)
      .push(texts(requirement.expected_evidence));
  if (!requirement.guidance.empty() || !requirement.source_key.empty()) {
    item.push(requirement.guidance).push(requirement.source_key);
  }
  return item;
}

void ensure_pack(pg::Tx& tx, const NewVersion& version, StoredVersion& stored) {
  stored.pack_name = version.pack_name;
  const pg::Rows found = tx.run(kFindPack, version.pack_name, version.owner);
  if (!found.empty()) {
    stored.pack = found[0].id<PackId>("id");
    stored.pack_existed = true;
    stored.pack_differs = found[0].view("description") != version.description ||
                          found[0].view("copyright") != version.copyright;
    return;
  }
  stored.pack = PackId::fresh();
  static_cast<void>(tx.run(kInsertPack, stored.pack, version.owner, version.pack_name,
                           version.description, version.copyright));
}

void insert_criteria(pg::Tx& tx, const NewVersion& version, const CriteriaVersionId& id) {
  std::vector<std::int64_t> numbers;
  std::vector<std::string> titles, descriptions, labels;
  for (const Criterion& criterion : version.criteria) {
    numbers.push_back(criterion.criterion_id);
    titles.push_back(criterion.title);
    descriptions.push_back(criterion.description);
    labels.push_back(criterion.label);
  }
  static_cast<void>(
      tx.run(kInsertCriteria, id, version.owner, numbers, titles, descriptions, labels));
}

void insert_requirements(pg::Tx& tx, const NewVersion& version, const PackId& pack,
                         const CriteriaVersionId& id) {
  std::vector<RequirementRecordId> ids;
  std::vector<std::int64_t> positions, criteria;
  std::vector<std::string> labels, titles, subchecks, evidence, guidance, sources;
  for (const Requirement& requirement : version.requirements) {
    positions.push_back(static_cast<std::int64_t>(ids.size()));
    ids.push_back(RequirementRecordId::fresh());
    labels.push_back(requirement.requirement_id);
    criteria.push_back(requirement.criterion_id);
    titles.push_back(requirement.title);
    subchecks.push_back(requirement.subcheck_label.value_or(""));
    evidence.push_back(texts(requirement.expected_evidence).dump());
    guidance.push_back(requirement.guidance);
    sources.push_back(requirement.source_key);
  }
  static_cast<void>(tx.run(kInsertRequirements, id, version.owner, pack, ids, positions, labels,
                           criteria, titles, subchecks, evidence, guidance, sources));
}

// Fills `stored` from an existing version.
void take_known(const pg::Row& row, StoredVersion& stored) {
  stored.criteria_version = row.id<CriteriaVersionId>("id");
  stored.version = row.text("version");
  stored.requirement_count = row.integer("requirement_count");
  stored.existed = true;
}

// The date, or the date and a number if that name is taken ("2026-05-04.2").
std::string free_name(pg::Tx& tx, const PackId& pack, const std::optional<TenantId>& owner) {
  const std::string today = tx.run(kToday)[0].text("today");
  std::string name = today;
  for (int count = 2; !tx.run(kByName, pack, owner, name).empty(); ++count) {
    name = today + '.' + std::to_string(count);
  }
  return name;
}

// Precondition: the owner's lock is held, stored.pack and pack_name are set.
std::optional<StoredVersion> add_to_pack(pg::Tx& tx, const NewVersion& version,
                                         StoredVersion stored,
                                         const std::optional<CriteriaVersionId>& base,
                                         const std::optional<std::string>& changes) {
  const std::string hash = content_hash(version);
  const bool named = !version.version.empty();
  const pg::Rows known = named ? tx.run(kByName, stored.pack, version.owner, version.version)
                               : tx.run(kByContent, stored.pack, version.owner, hash);
  if (!known.empty()) {
    if (known[0].view("content_hash") != hash) return std::nullopt;
    take_known(known[0], stored);
    return stored;
  }
  stored.version = named ? version.version : free_name(tx, stored.pack, version.owner);
  stored.criteria_version = CriteriaVersionId::fresh();
  stored.requirement_count = static_cast<std::int64_t>(version.requirements.size());
  static_cast<void>(tx.run(kInsertVersion, stored.criteria_version, stored.pack, version.owner,
                           stored.version, hash, version.source_key, base, changes));
  insert_criteria(tx, version, stored.criteria_version);
  insert_requirements(tx, version, stored.pack, stored.criteria_version);
  return stored;
}

}  // namespace

void lock_imports(pg::Tx& tx, const std::optional<TenantId>& owner) {
  static_cast<void>(tx.run(kLock, owner));
}

std::string content_hash(const NewVersion& version) {
  Json criteria = Json::array();
  for (const Criterion& criterion : version.criteria) criteria.push(hashed(criterion));
  Json requirements = Json::array();
  for (const Requirement& requirement : version.requirements) {
    requirements.push(hashed(requirement));
  }
  Json content = Json::array();
  content.push(criteria).push(requirements);
  if (!version.source_key.empty()) content.push(version.source_key);
  return sha256_hex(content.canonical());
}

std::optional<StoredVersion> add_version(pg::Tx& tx, const NewVersion& version) {
  lock_imports(tx, version.owner);
  StoredVersion stored;
  ensure_pack(tx, version, stored);
  return add_to_pack(tx, version, std::move(stored), std::nullopt, std::nullopt);
}

std::optional<StoredVersion> add_customised(pg::Tx& tx, const TenantId& tenant, const Pack& pack,
                                            const Version& base, const NewVersion& content,
                                            const std::string& changes) {
  NewVersion version = content;
  version.owner = tenant;
  lock_imports(tx, version.owner);
  StoredVersion stored;
  stored.pack = pack.id;
  stored.pack_name = pack.name;
  stored.pack_existed = true;
  return add_to_pack(tx, version, std::move(stored), base.id, changes);
}

}  // namespace assay::store::packs
