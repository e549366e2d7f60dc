// SPDX-License-Identifier: Apache-2.0
// SQL of tenants. Users are in users.cpp. Row-level security shows a transaction only its own
// tenant; functions of the owner return the list of all. A whole tenant is read from whatever
// tables there are: one that is added later is exported too.
#include "db/store/access/accounts.hpp"

namespace assay::store::tenants {
namespace {

using pg::Statement;

constexpr std::string_view kSelect =
    "SELECT id, name, micros(created_at) AS created_at FROM tenant";

constexpr Statement kFind{"tenant_find", {kSelect, "WHERE id = $1"}};

constexpr Statement kByName{"tenant_by_name", {kSelect, "WHERE name = $1"}};

constexpr Statement kNamed{"tenant_named", "SELECT id FROM tenant_named($1)"};

constexpr Statement kOwnerOf{"tenant_owner_of", "SELECT tenant_of($1, $2) AS owner"};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list(
      {.name = "tenant_list",
       .select = R"sql(
SELECT t.id, t.name, micros(t.created_at) AS created_at
FROM all_tenants(NULL::timestamptz, NULL::uuid, 2147483647) t)sql",
       .filter = "WHERE ($1::text IS NULL OR position(lower($1) IN lower(t.name)) > 0)",
       .id = "t.id",
       .parameters = 1,
       .orders = kOrders});
  return list;
}

constexpr Statement kCount{"tenant_count", "SELECT tenant_count() AS total"};
constexpr Statement kCountNamed{"tenant_count_named", R"sql(
SELECT count(*) AS total FROM all_tenants(NULL::timestamptz, NULL::uuid, 2147483647) t
WHERE position(lower($1) IN lower(t.name)) > 0)sql"};

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

pg::PartOf<Tenant> list(pg::Tx& tx, const std::optional<std::string>& contains,
                        const pg::Part& part) {
  return ordered().rows(tx, part, read_tenant, contains);
}

std::int64_t count(pg::Tx& tx, const std::optional<std::string>& contains) {
  return pg::total_of(contains ? tx.run(kCountNamed, *contains) : tx.run(kCount));
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

namespace assay::store::tenant_data {
namespace {

using pg::Statement;

constexpr Statement kTables{"tenant_data_tables", R"sql(
SELECT c.relname AS name FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND c.relname <> ALL ('{refresh_token,api_token,known_browser,idempotency_key,work_item,work_turn,
    span_outbox,audit_head,audit_log}')
ORDER BY c.relname)sql"};

constexpr Statement kStored{"tenant_data_stored_files", R"sql(
SELECT sha256 FROM document WHERE tenant_id = $1
UNION SELECT sha256 FROM corpus_ingestion WHERE tenant_id = $1 AND sha256 IS NOT NULL
UNION SELECT sha256 FROM upload_piece WHERE tenant_id = $1
UNION SELECT x.sha256 FROM export x WHERE x.tenant_id = $1 AND x.sha256 IS NOT NULL
  AND NOT EXISTS (SELECT FROM erased_export e WHERE e.tenant_id = $1 AND e.export_id = x.id)
ORDER BY 1)sql"};

constexpr Statement kBeingRemoved{"tenant_data_files_being_removed", R"sql(
SELECT jsonb_array_elements_text(payload -> 'sha256') AS sha256 FROM work_item
WHERE tenant_id = $1 AND kind = 'purge' AND state IN ('ready', 'running') AND payload ? 'sha256'
UNION SELECT d.sha256 FROM erased_document d
JOIN erasure e ON e.tenant_id = d.tenant_id AND e.id = d.erasure_id
WHERE d.tenant_id = $1 AND e.status <> 'COMPLETED'
UNION SELECT x.sha256 FROM erased_export r
JOIN export x ON x.tenant_id = r.tenant_id AND x.id = r.export_id
LEFT JOIN erasure e ON e.tenant_id = r.tenant_id AND e.id = r.erasure_id
WHERE r.tenant_id = $1 AND e.status <> 'COMPLETED'
ORDER BY 1)sql"};

std::vector<std::string> hashes_of(const pg::Rows& rows) {
  return pg::all_of(rows, [](const pg::Row& row) { return row.text("sha256"); });
}

}  // namespace

std::vector<std::string> tables(pg::Tx& tx) {
  return pg::all_of(tx.run(kTables), [](const pg::Row& row) { return row.text("name"); });
}

// Neither name is from a user: the table's is from the catalogue, the tenant's a parsed identifier.
void each_row(pg::Tx& tx, const TenantId& tenant, const std::string& table,
              const std::function<void(std::string_view)>& take) {
  tx.copy_out(
      "SELECT (to_jsonb(t) - 'password_hash' - 'secret' - 'previous_secret')::text FROM \"" +
          table + "\" t WHERE tenant_id = '" + tenant.value + "'",
      [&](std::span<const std::optional<std::string_view>> fields) {
        take(fields.front().value_or("{}"));
        return true;
      });
}

std::vector<std::string> stored_files(pg::Tx& tx, const TenantId& tenant) {
  return hashes_of(tx.run(kStored, tenant));
}

std::vector<std::string> files_being_removed(pg::Tx& tx, const TenantId& tenant) {
  return hashes_of(tx.run(kBeingRemoved, tenant));
}

}  // namespace assay::store::tenant_data
