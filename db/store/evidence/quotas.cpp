// SPDX-License-Identifier: Apache-2.0
// SQL of what a tenant uses. An index-only scan of document_usage gives the sums.
#include "db/store/evidence/documents.hpp"

namespace assay::store::quotas {
namespace {

constexpr pg::Statement kUsage{"quota_usage", R"sql(
SELECT count(*) AS documents, coalesce(sum(size_bytes), 0)::bigint AS bytes,
  coalesce(sum(chunk_count), 0)::bigint AS chunks
FROM document WHERE tenant_id = $1)sql"};
constexpr pg::Statement kLock{
    "quota_lock", "SELECT pg_advisory_xact_lock(hashtextextended('quotas of ' || $1, 0))"};

}  // namespace

Usage usage(pg::Tx& tx, const TenantId& tenant) {
  const pg::Rows rows = tx.run(kUsage, tenant);
  return {rows[0].integer("documents"), rows[0].integer("bytes"), rows[0].integer("chunks")};
}

Usage lock_usage(pg::Tx& tx, const TenantId& tenant) {
  static_cast<void>(tx.run(kLock, tenant));
  return usage(tx, tenant);
}

}  // namespace assay::store::quotas
