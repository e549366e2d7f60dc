// SPDX-License-Identifier: Apache-2.0
// SQL of expansions and of their pins.
#include "db/store/packs/expansions.hpp"

namespace assay::store::expansions {
namespace {

using pg::Statement;

// Its owner is the requirement's: nobody else's phrases become everybody's.
constexpr Statement kInsert{"expansion_insert", R"sql(
INSERT INTO requirement_expansion (requirement_id, prompt_version, owner_tenant_id, model, phrases)
SELECT r.id, $2, r.owner_tenant_id, $3, $4::jsonb FROM requirement r WHERE r.id = $1
ON CONFLICT (requirement_id, prompt_version) DO NOTHING
RETURNING 1)sql"};

constexpr Statement kOfRequirements{"expansion_of_requirements", R"sql(
SELECT e.requirement_id
FROM run_requirement q JOIN requirement_expansion e ON e.requirement_id = q.requirement_id
WHERE q.tenant_id = $1 AND q.run_id = $2 AND e.prompt_version = $3)sql"};

constexpr Statement kPin{"expansion_pin", R"sql(
INSERT INTO run_expansion (tenant_id, run_id, requirement_id, prompt_version)
SELECT q.tenant_id, q.run_id, e.requirement_id, e.prompt_version
FROM run_requirement q JOIN requirement_expansion e ON e.requirement_id = q.requirement_id
WHERE q.tenant_id = $1 AND q.run_id = $2 AND e.prompt_version = $3
ON CONFLICT (tenant_id, run_id, requirement_id) DO NOTHING
RETURNING 1)sql"};

constexpr std::string_view kColumns =
    "e.requirement_id, e.prompt_version, e.model, e.phrases, micros(e.created_at) AS created_at";

constexpr Statement kOfRun{"expansion_of_run", {"SELECT", kColumns, R"sql(
FROM run_expansion p
JOIN run_requirement q ON q.tenant_id = p.tenant_id AND q.run_id = p.run_id
  AND q.requirement_id = p.requirement_id
JOIN requirement_expansion e ON e.requirement_id = p.requirement_id
  AND e.prompt_version = p.prompt_version
WHERE p.tenant_id = $1 AND p.run_id = $2 ORDER BY q.position)sql"}};

constexpr Statement kLastOfVersion{"expansion_last_of_version",
                                   {"SELECT DISTINCT ON (e.requirement_id)", kColumns, R"sql(
FROM requirement r JOIN requirement_expansion e ON e.requirement_id = r.id
WHERE r.criteria_version_id = $1
ORDER BY e.requirement_id, e.created_at DESC, e.prompt_version DESC)sql"}};

Expansion read(const pg::Row& row) {
  Expansion expansion{row.id<RequirementRecordId>("requirement_id"),
                      row.text("prompt_version"),
                      row.text("model"),
                      {},
                      row.timestamp("created_at")};
  const Json phrases = row.json("phrases");
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    expansion.phrases.push_back(phrases.at(i).as_string().value_or(""));
  }
  return expansion;
}

}  // namespace

void insert(pg::Tx& tx, const Expansion& expansion) {
  static_cast<void>(tx.run(kInsert, expansion.requirement, expansion.prompt_version,
                           expansion.model, phrases_json(expansion.phrases)));
}

std::set<RequirementRecordId> of_requirements(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                              std::string_view prompt_version) {
  std::set<RequirementRecordId> found;
  for (const pg::Row row : tx.run(kOfRequirements, tenant, run, prompt_version)) {
    found.insert(row.id<RequirementRecordId>("requirement_id"));
  }
  return found;
}

void pin(pg::Tx& tx, const TenantId& tenant, const RunId& run, std::string_view prompt_version) {
  static_cast<void>(tx.run(kPin, tenant, run, prompt_version));
}

std::vector<Expansion> of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return pg::all_of(tx.run(kOfRun, tenant, run), read);
}

std::map<RequirementRecordId, Expansion> last_of_version(pg::Tx& tx,
                                                         const CriteriaVersionId& version) {
  std::map<RequirementRecordId, Expansion> found;
  for (const pg::Row row : tx.run(kLastOfVersion, version)) {
    Expansion one = read(row);
    found.emplace(one.requirement, std::move(one));
  }
  return found;
}

Json phrases_json(const std::vector<std::string>& phrases) {
  Json list = Json::array();
  for (const std::string& phrase : phrases) list.push(phrase);
  return list;
}

}  // namespace assay::store::expansions
