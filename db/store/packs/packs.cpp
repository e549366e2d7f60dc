// SPDX-License-Identifier: Apache-2.0
// SQL for reading packs, versions and their contents. pack_storing.cpp stores them.
#include "db/store/packs/packs.hpp"

#include <algorithm>
#include <map>

namespace assay::store::packs {
namespace {

using pg::Statement;

// Criteria have no identifier but their number.
const pg::OrderedList& ordered_criteria() {
  static const pg::OrderedList list(
      {.name = "pack_criterion_list",
       .select = "SELECT criterion_id, title, description, label FROM criterion",
       .filter = "WHERE criteria_version_id = $1",
       .id = "md5(criterion_id::text)::uuid",
       .parameters = 1,
       .orders = kCriterionOrders});
  return list;
}

constexpr std::string_view kSelectRequirements = R"sql(
SELECT r.id, r.pack_id, r.requirement_id, r.criterion_id, c.title AS criterion_title, r.title,
  r.subcheck_label, r.expected_evidence, r.guidance, r.source_key, r.position
FROM requirement r JOIN criterion c ON c.criteria_version_id = r.criteria_version_id
  AND c.criterion_id = r.criterion_id)sql";

const pg::OrderedList& ordered_requirements() {
  static const pg::OrderedList list(
      {.name = "pack_requirement_list",
       .select = std::string(kSelectRequirements),
       .filter = "WHERE r.criteria_version_id = $1 AND ($2::bigint IS NULL OR r.criterion_id = $2)",
       .id = "r.id",
       .parameters = 2,
       .orders = kRequirementOrders});
  return list;
}

constexpr Statement kRequirementsOfRun{"pack_requirements_of_run", {kSelectRequirements, R"sql(
JOIN run_requirement q ON q.requirement_id = r.id
WHERE q.tenant_id = $1 AND q.run_id = $2 ORDER BY q.position)sql"}};

Criterion read_criterion(const pg::Row& row) {
  return {static_cast<int>(row.integer("criterion_id")), row.text("title"), row.text("description"),
          row.text("label")};
}

Requirement read_requirement(const pg::Row& row) {
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
  requirement.guidance = row.text("guidance");
  requirement.source_key = row.text("source_key");
  requirement.position = row.integer("position");
  return requirement;
}

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

const pg::OrderedList& ordered_versions() {
  static const pg::OrderedList list({.name = "pack_version_list",
                                     .select = std::string(kSelectVersions),
                                     .filter = "",
                                     .id = "v.id",
                                     .parameters = 2,
                                     .orders = kVersionOrders});
  return list;
}

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

std::vector<Criterion> criteria(pg::Tx& tx, const CriteriaVersionId& version) {
  return criteria_page(tx, version, {}).rows;
}

pg::PartOf<Criterion> criteria_page(pg::Tx& tx, const CriteriaVersionId& version,
                                    const pg::Part& part) {
  return ordered_criteria().rows(tx, part, read_criterion, version);
}

std::vector<Requirement> requirements(pg::Tx& tx, const CriteriaVersionId& version) {
  return requirements_page(tx, version, std::nullopt, {}).rows;
}

pg::PartOf<Requirement> requirements_page(pg::Tx& tx, const CriteriaVersionId& version,
                                          const std::optional<std::int64_t>& criterion,
                                          const pg::Part& part) {
  return ordered_requirements().rows(tx, part, read_requirement, version, criterion);
}

std::vector<Requirement> requirements_of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return pg::all_of(tx.run(kRequirementsOfRun, tenant, run), read_requirement);
}

std::vector<Pack> packs(pg::Tx& tx, const std::optional<TenantId>& tenant) {
  return pg::all_of(tx.run(kPacks, tenant), read_pack);
}

std::optional<Pack> find_pack(pg::Tx& tx, const std::optional<TenantId>& tenant,
                              const PackId& pack) {
  return pg::first_of(tx.run(kPack, tenant, pack), read_pack);
}

pg::PartOf<Version> versions(pg::Tx& tx, const std::optional<TenantId>& tenant, const PackId& pack,
                             const pg::Part& part) {
  return ordered_versions().rows(tx, part, read_version, tenant, pack);
}

std::optional<Version> find_version(pg::Tx& tx, const std::optional<TenantId>& tenant,
                                    const PackId& pack, const CriteriaVersionId& id) {
  return pg::first_of(tx.run(kVersion, tenant, pack, id), read_version);
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
