// SPDX-License-Identifier: Apache-2.0
// SQL over whatever tables there are: one that is added later is exported too.
#include "db/store/access/tenant_data.hpp"

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
