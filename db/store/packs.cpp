// SPDX-License-Identifier: Apache-2.0
// SQL of bindings and of the contents of versions.
#include "db/store/packs.hpp"

#include <limits>

namespace assay::store::packs {
namespace {

using pg::Statement;

constexpr int kAll = std::numeric_limits<int>::max();

constexpr std::string_view kSelectBindings = R"sql(
SELECT p.id, p.name, p.description, b.criteria_version_id, v.version,
  (SELECT count(*) FROM requirement r WHERE r.criteria_version_id = v.id) AS requirement_count,
  b.threshold_complete, b.threshold_partial, b.evaluator, micros(b.created_at) AS bound_at
FROM pack_binding b JOIN pack p ON p.id = b.pack_id
JOIN criteria_version v ON v.id = b.criteria_version_id
WHERE b.tenant_id = $1)sql";

constexpr Statement kBindings{"pack_bindings", {kSelectBindings, R"sql(
  AND ($2::bigint IS NULL OR (b.created_at, b.pack_id) > (from_micros($2), $3::uuid))
ORDER BY b.created_at, b.pack_id LIMIT $4)sql"}};

constexpr Statement kBinding{"pack_binding", {kSelectBindings, "AND b.pack_id = $2"}};

constexpr Statement kBind{"pack_bind", R"sql(
INSERT INTO pack_binding (tenant_id, pack_id, criteria_version_id) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, pack_id) DO UPDATE
SET criteria_version_id = excluded.criteria_version_id, updated_at = clock_timestamp()
WHERE pack_binding.criteria_version_id <> excluded.criteria_version_id)sql"};

constexpr Statement kCriteria{"pack_criteria", R"sql(
SELECT criterion_id, title, description, label FROM criterion
WHERE criteria_version_id = $1 AND ($2::bigint IS NULL OR criterion_id > $2)
ORDER BY criterion_id LIMIT $3)sql"};

constexpr std::string_view kSelectRequirements = R"sql(
SELECT r.id, r.pack_id, r.requirement_id, r.criterion_id, c.title AS criterion_title, r.title,
  r.subcheck_label, r.expected_evidence, r.guidance, r.source_key, r.position
FROM requirement r JOIN criterion c ON c.criteria_version_id = r.criteria_version_id
  AND c.criterion_id = r.criterion_id)sql";

constexpr Statement kRequirements{"pack_requirements", {kSelectRequirements, R"sql(
WHERE r.criteria_version_id = $1 AND ($2::bigint IS NULL OR r.position > $2)
ORDER BY r.position LIMIT $3)sql"}};

constexpr Statement kRequirementsOfRun{"pack_requirements_of_run", {kSelectRequirements, R"sql(
JOIN run_requirement q ON q.requirement_id = r.id
WHERE q.tenant_id = $1 AND q.run_id = $2 ORDER BY q.position)sql"}};

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
  binding.bound_at = row.timestamp("bound_at");
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
    requirement.guidance = row.text("guidance");
    requirement.source_key = row.text("source_key");
    requirement.position = row.integer("position");
    found.push_back(std::move(requirement));
  }
  return found;
}

}  // namespace

std::vector<Binding> bindings(pg::Tx& tx, const TenantId& tenant,
                              const std::optional<BindingPosition>& after, int limit) {
  std::optional<Timestamp> at;
  std::optional<PackId> pack;
  if (after) {
    at = after->bound_at;
    pack = after->pack;
  }
  std::vector<Binding> found;
  for (const pg::Row row : tx.run(kBindings, tenant, at, pack, limit)) {
    found.push_back(read_binding(row));
  }
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
  return criteria_page(tx, version, std::nullopt, kAll);
}

std::vector<Criterion> criteria_page(pg::Tx& tx, const CriteriaVersionId& version,
                                     std::optional<std::int64_t> after, int limit) {
  std::vector<Criterion> found;
  for (const pg::Row row : tx.run(kCriteria, version, after, limit)) {
    found.push_back({static_cast<int>(row.integer("criterion_id")), row.text("title"),
                     row.text("description"), row.text("label")});
  }
  return found;
}

std::vector<Requirement> requirements(pg::Tx& tx, const CriteriaVersionId& version) {
  return requirements_page(tx, version, std::nullopt, kAll);
}

std::vector<Requirement> requirements_page(pg::Tx& tx, const CriteriaVersionId& version,
                                           std::optional<std::int64_t> after, int limit) {
  return read_requirements(tx.run(kRequirements, version, after, limit));
}

std::vector<Requirement> requirements_of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return read_requirements(tx.run(kRequirementsOfRun, tenant, run));
}

}  // namespace assay::store::packs
