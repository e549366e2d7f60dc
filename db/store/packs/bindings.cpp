// SPDX-License-Identifier: Apache-2.0
// SQL of bindings.
#include "db/store/packs/bindings.hpp"

#include <limits>

namespace assay::store::bindings {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT b.pack_id, p.name, p.description, b.criteria_version_id, v.version,
  (SELECT count(*) FROM requirement r WHERE r.criteria_version_id = v.id) AS requirement_count,
  b.threshold_complete, b.threshold_partial, b.evaluator, micros(b.created_at) AS created_at,
  micros(b.updated_at) AS updated_at
FROM pack_binding b JOIN pack p ON p.id = b.pack_id
JOIN criteria_version v ON v.id = b.criteria_version_id
WHERE b.tenant_id = $1)sql";

constexpr Statement kPage{"binding_page", {kSelect, R"sql(
  AND ($2::bigint IS NULL OR (b.created_at, b.pack_id) > (from_micros($2), $3::uuid))
ORDER BY b.created_at, b.pack_id LIMIT $4)sql"}};

constexpr Statement kFind{"binding_find", {kSelect, "AND b.pack_id = $2"}};

constexpr Statement kLock{"binding_lock", {kSelect, "AND b.pack_id = $2 FOR UPDATE OF b"}};

constexpr Statement kBind{"binding_bind", R"sql(
INSERT INTO pack_binding (tenant_id, pack_id, criteria_version_id) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, pack_id) DO UPDATE
SET criteria_version_id = excluded.criteria_version_id, updated_at = clock_timestamp()
WHERE pack_binding.criteria_version_id <> excluded.criteria_version_id)sql"};

constexpr Statement kPut{"binding_put", R"sql(
INSERT INTO pack_binding (tenant_id, pack_id, criteria_version_id, threshold_complete,
  threshold_partial, evaluator)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (tenant_id, pack_id) DO UPDATE
SET criteria_version_id = excluded.criteria_version_id,
    threshold_complete = excluded.threshold_complete,
    threshold_partial = excluded.threshold_partial, evaluator = excluded.evaluator,
    updated_at = clock_timestamp())sql"};

constexpr Statement kRemove{"binding_remove",
                            "DELETE FROM pack_binding WHERE tenant_id = $1 AND pack_id = $2"};

constexpr Statement kPack{"binding_pack", "SELECT id FROM pack WHERE id = $1"};

constexpr Statement kPackOf{"binding_pack_of_version",
                            "SELECT pack_id FROM criteria_version WHERE id = $1"};

Binding read_binding(const pg::Row& row) {
  Binding binding;
  binding.pack = row.id<PackId>("pack_id");
  binding.name = row.text("name");
  binding.description = row.text("description");
  binding.version = row.text("version");
  binding.requirement_count = row.integer("requirement_count");
  binding.criteria_version = row.id<CriteriaVersionId>("criteria_version_id");
  binding.threshold_complete = row.real("threshold_complete");
  binding.threshold_partial = row.real("threshold_partial");
  binding.evaluator = row.text("evaluator");
  binding.created_at = row.timestamp("created_at");
  binding.updated_at = row.timestamp("updated_at");
  return binding;
}

}  // namespace

std::vector<Binding> list(pg::Tx& tx, const TenantId& tenant) {
  return page(tx, tenant, std::nullopt, std::numeric_limits<int>::max());
}

std::vector<Binding> page(pg::Tx& tx, const TenantId& tenant, const std::optional<Position>& after,
                          int limit) {
  return pg::all_of(tx.run(kPage, tenant, pg::part_of(after, &Position::created_at),
                           pg::part_of(after, &Position::pack), limit),
                    read_binding);
}

std::optional<Binding> find(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  return pg::first_of(tx.run(kFind, tenant, pack), read_binding);
}

std::optional<Binding> lock(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  return pg::first_of(tx.run(kLock, tenant, pack), read_binding);
}

void bind(pg::Tx& tx, const TenantId& tenant, const PackId& pack,
          const CriteriaVersionId& version) {
  static_cast<void>(tx.run(kBind, tenant, pack, version));
}

void put(pg::Tx& tx, const TenantId& tenant, const PackId& pack, const Terms& terms) {
  static_cast<void>(tx.run(kPut, tenant, pack, terms.criteria_version, terms.threshold_complete,
                           terms.threshold_partial, terms.evaluator));
}

bool remove(pg::Tx& tx, const TenantId& tenant, const PackId& pack) {
  return tx.run(kRemove, tenant, pack).affected() == 1;
}

bool is_visible(pg::Tx& tx, const PackId& pack) {
  return !tx.run(kPack, pack).empty();
}

std::optional<PackId> pack_of(pg::Tx& tx, const CriteriaVersionId& version) {
  const pg::Rows rows = tx.run(kPackOf, version);
  if (rows.empty()) return std::nullopt;
  return rows[0].id<PackId>("pack_id");
}

}  // namespace assay::store::bindings
