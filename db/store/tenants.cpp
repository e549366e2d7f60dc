// SPDX-License-Identifier: Apache-2.0
// SQL of tenants. Row-level security shows a transaction only its own tenant; functions of the
// owner return the list of all.
#include "db/store/tenants.hpp"

namespace assay::store::tenants {
namespace {

using pg::Statement;

constexpr Statement kFind{
    "tenant_find", "SELECT id, name, micros(created_at) AS created_at FROM tenant WHERE id = $1"};

constexpr Statement kList{"tenant_list", R"sql(
SELECT id, name, micros(created_at) AS created_at
FROM all_tenants(from_micros($1::bigint), $2::uuid, $3::integer))sql"};

constexpr Statement kCount{"tenant_count", "SELECT tenant_count() AS total"};

constexpr Statement kInsert{
    "tenant_insert", "INSERT INTO tenant (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"};

constexpr Statement kRename{"tenant_rename", "UPDATE tenant SET name = $2 WHERE id = $1"};

Tenant read_tenant(const pg::Row& row) {
  return {row.id<TenantId>("id"), row.text("name"), row.timestamp("created_at")};
}

}  // namespace

std::optional<Tenant> find(pg::Tx& tx, const TenantId& id) {
  const pg::Rows rows = tx.run(kFind, id);
  if (rows.empty()) return std::nullopt;
  return read_tenant(rows[0]);
}

std::vector<Tenant> list(pg::Tx& tx, const std::optional<Position>& after, int limit) {
  std::optional<Timestamp> at;
  std::optional<TenantId> id;
  if (after) {
    at = after->created_at;
    id = after->id;
  }
  std::vector<Tenant> found;
  for (const pg::Row row : tx.run(kList, at, id, limit)) found.push_back(read_tenant(row));
  return found;
}

std::int64_t count(pg::Tx& tx) {
  return tx.run(kCount)[0].integer("total");
}

bool insert(pg::Tx& tx, const TenantId& id, const std::string& name) {
  return tx.run(kInsert, id, name).affected() == 1;
}

bool rename(pg::Tx& tx, const TenantId& id, const std::string& name) {
  try {
    return tx.run(kRename, id, name).affected() == 1;
  } catch (const pg::DbError& error) {
    if (error.unique_violation()) return false;
    throw;
  }
}

}  // namespace assay::store::tenants
