// SPDX-License-Identifier: Apache-2.0
// SQL of packs and bindings.
#include "db/store/packs.hpp"

#include "core/digest.hpp"

namespace assay::store::packs {
namespace {

using pg::Statement;

constexpr Statement kFindPack{"pack_find_by_name", R"sql(
SELECT id FROM pack WHERE name = $1 AND owner_tenant_id IS NOT DISTINCT FROM $2::uuid)sql"};

constexpr Statement kInsertPack{"pack_insert", R"sql(
INSERT INTO pack (id, owner_tenant_id, name, description, copyright)
VALUES ($1, $2, $3, $4, $5))sql"};

constexpr Statement kFindVersion{"pack_find_version", R"sql(
SELECT v.id, v.content_hash, count(r.id) AS requirement_count
FROM criteria_version v LEFT JOIN requirement r ON r.criteria_version_id = v.id
WHERE v.pack_id = $1 AND v.version = $2 AND v.owner_tenant_id IS NOT DISTINCT FROM $3::uuid
GROUP BY v.id)sql"};

constexpr Statement kNewestVersion{"pack_newest_version", R"sql(
SELECT id FROM criteria_version WHERE pack_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)sql"};

constexpr Statement kInsertVersion{"pack_insert_version", R"sql(
INSERT INTO criteria_version (id, pack_id, owner_tenant_id, version, content_hash)
VALUES ($1, $2, $3, $4, $5))sql"};

constexpr Statement kInsertCriterion{"pack_insert_criterion", R"sql(
INSERT INTO criterion (criteria_version_id, criterion_id, title, description)
VALUES ($1, $2, $3, $4))sql"};

constexpr Statement kInsertRequirements{"pack_insert_requirements", R"sql(
INSERT INTO requirement (criteria_version_id, pack_id, id, position, requirement_id, criterion_id,
  title, subcheck_label, expected_evidence)
SELECT $1, $2, r.id, r.position, r.label, r.criterion, r.title, nullif(r.subcheck, ''),
  r.evidence::jsonb
FROM unnest($3::uuid[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::text[],
            $9::text[]) AS r (id, position, label, criterion, title, subcheck, evidence))sql"};

#define ASSAY_BINDING_SELECT                                                 \
  "SELECT p.id, p.name, p.description, b.criteria_version_id, v.version,"    \
  " (SELECT count(*) FROM requirement r WHERE r.criteria_version_id = v.id)" \
  "   AS requirement_count,"                                                 \
  " b.threshold_complete, b.threshold_partial, b.evaluator"                  \
  " FROM pack_binding b JOIN pack p ON p.id = b.pack_id"                     \
  " JOIN criteria_version v ON v.id = b.criteria_version_id WHERE b.tenant_id = $1"

constexpr Statement kBindings{"pack_bindings",
                              ASSAY_BINDING_SELECT " ORDER BY b.created_at, p.name"};
constexpr Statement kBinding{"pack_binding", ASSAY_BINDING_SELECT " AND b.pack_id = $2"};
#undef ASSAY_BINDING_SELECT

constexpr Statement kBind{"pack_bind", R"sql(
INSERT INTO pack_binding (tenant_id, pack_id, criteria_version_id) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, pack_id) DO UPDATE
SET criteria_version_id = excluded.criteria_version_id, updated_at = clock_timestamp()
WHERE pack_binding.criteria_version_id <> excluded.criteria_version_id)sql"};

constexpr Statement kCriteria{"pack_criteria", R"sql(
SELECT criterion_id, title, description FROM criterion WHERE criteria_version_id = $1
ORDER BY criterion_id)sql"};

#define ASSAY_REQUIREMENT_SELECT                                                          \
  "SELECT r.id, r.pack_id, r.requirement_id, r.criterion_id, c.title AS criterion_title," \
  " r.title, r.subcheck_label, r.expected_evidence"                                       \
  " FROM requirement r JOIN criterion c ON c.criteria_version_id = r.criteria_version_id" \
  " AND c.criterion_id = r.criterion_id"

constexpr Statement kRequirements{"pack_requirements", ASSAY_REQUIREMENT_SELECT
                                  " WHERE r.criteria_version_id = $1 ORDER BY r.position"};

constexpr Statement kRequirementsOfRun{
    "pack_requirements_of_run", ASSAY_REQUIREMENT_SELECT
    " JOIN run_requirement q ON q.requirement_id = r.id"
    " WHERE q.tenant_id = $1 AND q.run_id = $2 ORDER BY q.position"};
#undef ASSAY_REQUIREMENT_SELECT

Json texts(const std::vector<std::string>& items) {
  Json array = Json::array();
  for (const std::string& item : items) array.push(item);
  return array;
}

Binding read_binding(const pg::Row& row) {
  Binding binding;
  binding.pack = row.id<PackId>("id");
  binding.name = row.text("name");
  binding.description = row.text("description");
  binding.criteria_version = row.id<CriteriaVersionId>("criteria_version_id");
  binding.version = row.text("version");
  binding.requirement_count = row.integer("requirement_count");
  binding.threshold_complete = row.real("threshold_complete");
  binding.threshold_partial = row.real("threshold_partial");
  binding.evaluator = row.text("evaluator");
  return binding;
}

std::vector<Requirement> read_requirements(const pg::Rows& rows) {
  std::vector<Requirement> found;
  for (const pg::Row row : rows) {
    Requirement requirement;
    requirement.id = row.id<RequirementRecordId>("id");
    requirement.pack = row.id<PackId>("pack_id");
    requirement.requirement_id = row.text("requirement_id");
    requirement.criterion_id = static_cast<int>(row.integer("criterion_id"));
    requirement.criterion_title = row.text("criterion_title");
    requirement.title = row.text("title");
    requirement.subcheck_label = row.optional_text("subcheck_label");
    const Json evidence = row.json("expected_evidence");
    for (std::size_t i = 0; i < evidence.size(); ++i) {
      requirement.expected_evidence.push_back(evidence.at(i).as_string().value_or(""));
    }
    found.push_back(std::move(requirement));
  }
  return found;
}

// Everything that makes two versions the same, in canonical form.
std::string content_hash(const NewVersion& version) {
  Json criteria = Json::array();
  for (const Criterion& criterion : version.criteria) {
    Json item = Json::array();
    item.push(criterion.criterion_id).push(criterion.title).push(criterion.description);
    criteria.push(item);
  }
  Json requirements = Json::array();
  for (const Requirement& requirement : version.requirements) {
    Json item = Json::array();
    item.push(requirement.requirement_id)
        .push(requirement.criterion_id)
        .push(requirement.title)
        .push(requirement.subcheck_label)
        .push(texts(requirement.expected_evidence));
    requirements.push(item);
  }
  Json content = Json::array();
  content.push(criteria).push(requirements);
  return sha256_hex(content.canonical());
}

PackId ensure_pack(pg::Tx& tx, const NewVersion& version) {
  const pg::Rows found = tx.run(kFindPack, version.pack_name, version.owner);
  if (!found.empty()) return found[0].id<PackId>("id");
  PackId id = PackId::fresh();
  static_cast<void>(tx.run(kInsertPack, id, version.owner, version.pack_name, version.description,
                           version.copyright));
  return id;
}

void insert_parts(pg::Tx& tx, const NewVersion& version, const PackId& pack,
                  const CriteriaVersionId& id) {
  for (const Criterion& criterion : version.criteria) {
    static_cast<void>(tx.run(kInsertCriterion, id, criterion.criterion_id, criterion.title,
                             criterion.description));
  }
  std::vector<RequirementRecordId> ids;
  std::vector<std::int64_t> positions, criteria;
  std::vector<std::string> labels, titles, subchecks, evidence;
  for (const Requirement& requirement : version.requirements) {
    positions.push_back(static_cast<std::int64_t>(ids.size()));
    ids.push_back(RequirementRecordId::fresh());
    labels.push_back(requirement.requirement_id);
    criteria.push_back(requirement.criterion_id);
    titles.push_back(requirement.title);
    subchecks.push_back(requirement.subcheck_label.value_or(""));
    evidence.push_back(texts(requirement.expected_evidence).dump());
  }
  static_cast<void>(tx.run(kInsertRequirements, id, pack, ids, positions, labels, criteria, titles,
                           subchecks, evidence));
}

}  // namespace

std::optional<StoredVersion> add_version(pg::Tx& tx, const NewVersion& version) {
  StoredVersion stored;
  stored.pack = ensure_pack(tx, version);
  stored.pack_name = version.pack_name;
  stored.version = version.version;
  const std::string hash = content_hash(version);
  const pg::Rows found = tx.run(kFindVersion, stored.pack, version.version, version.owner);
  if (!found.empty()) {
    if (found[0].view("content_hash") != hash) return std::nullopt;
    stored.criteria_version = found[0].id<CriteriaVersionId>("id");
    stored.requirement_count = found[0].integer("requirement_count");
    stored.existed = true;
    return stored;
  }
  stored.criteria_version = CriteriaVersionId::fresh();
  stored.requirement_count = static_cast<std::int64_t>(version.requirements.size());
  static_cast<void>(tx.run(kInsertVersion, stored.criteria_version, stored.pack, version.owner,
                           version.version, hash));
  insert_parts(tx, version, stored.pack, stored.criteria_version);
  return stored;
}

std::optional<CriteriaVersionId> newest_version(pg::Tx& tx, const PackId& pack) {
  const pg::Rows rows = tx.run(kNewestVersion, pack);
  if (rows.empty()) return std::nullopt;
  return rows[0].id<CriteriaVersionId>("id");
}

std::vector<Binding> bindings(pg::Tx& tx, const TenantId& tenant) {
  std::vector<Binding> found;
  for (const pg::Row row : tx.run(kBindings, tenant)) found.push_back(read_binding(row));
  return found;
}

std::optional<Binding> binding(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  const pg::Rows rows = tx.run(kBinding, tenant, pack);
  if (rows.empty()) return std::nullopt;
  return read_binding(rows[0]);
}

void bind(pg::Tx& tx, const TenantId& tenant, const PackId& pack,
          const CriteriaVersionId& version) {
  static_cast<void>(tx.run(kBind, tenant, pack, version));
}

std::vector<Criterion> criteria(pg::Tx& tx, const CriteriaVersionId& version) {
  std::vector<Criterion> found;
  for (const pg::Row row : tx.run(kCriteria, version)) {
    found.push_back({static_cast<int>(row.integer("criterion_id")), row.text("title"),
                     row.text("description")});
  }
  return found;
}

std::vector<Requirement> requirements(pg::Tx& tx, const CriteriaVersionId& version) {
  return read_requirements(tx.run(kRequirements, version));
}

std::vector<Requirement> requirements_of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return read_requirements(tx.run(kRequirementsOfRun, tenant, run));
}

}  // namespace assay::store::packs
