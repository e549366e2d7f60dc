// SPDX-License-Identifier: Apache-2.0
// SQL of tenants. Row-level security shows a transaction only its own tenant; functions of the
// owner return the list of all.
#include "db/store/access/tenants.hpp"

namespace assay::store::tenants {
namespace {

using pg::Statement;

constexpr std::string_view kSelect =
    "SELECT id, name, micros(created_at) AS created_at FROM tenant";

constexpr Statement kFind{"tenant_find", {kSelect, "WHERE id = $1"}};

constexpr Statement kByName{"tenant_by_name", {kSelect, "WHERE name = $1"}};

constexpr Statement kNamed{"tenant_named", "SELECT id FROM tenant_named($1)"};

constexpr Statement kOwnerOf{"tenant_owner_of", "SELECT tenant_of($1, $2) AS owner"};

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
  return pg::first_of(tx.run(kFind, id), read_tenant);
}

std::optional<TenantId> named(pg::Tx& tx, const std::string& name_or_id) {
  const auto id_of = [](const pg::Row& row) { return row.id<TenantId>("id"); };
  return pg::first_of(tx.run(kNamed, name_or_id), id_of);
}

std::optional<TenantId> owner_of(pg::Tx& tx, std::string_view kind, std::string_view id) {
  return tx.run(kOwnerOf, kind, id)[0].optional_id<TenantId>("owner");
}

std::vector<Tenant> list(pg::Tx& tx, const std::optional<Position>& after, int limit) {
  return pg::all_of(tx.run(kList, pg::part_of(after, &Position::created_at),
                           pg::part_of(after, &Position::id), limit),
                    read_tenant);
}

std::int64_t count(pg::Tx& tx) {
  return pg::total_of(tx.run(kCount));
}

Ensured ensure(pg::Tx& tx, const std::string& name) {
  const bool created = insert(tx, TenantId::fresh(), name);
  return {read_tenant(tx.run(kByName, name)[0]), created};
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
