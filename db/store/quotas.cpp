// SPDX-License-Identifier: Apache-2.0
// SQL of the quotas. An index-only scan of document_usage gives the sums.
#include "db/store/quotas.hpp"

namespace assay::store::quotas {
namespace {

constexpr pg::Statement kUsage{"quota_usage", R"sql(
SELECT count(*) AS documents, coalesce(sum(size_bytes), 0)::bigint AS bytes,
  coalesce(sum(chunk_count), 0)::bigint AS chunks
FROM document WHERE tenant_id = $1)sql"};

}  // namespace

Usage usage(pg::Tx& tx, const TenantId& tenant) {
  const pg::Rows rows = tx.run(kUsage, tenant);
  return {rows[0].integer("documents"), rows[0].integer("bytes"), rows[0].integer("chunks")};
}

}  // namespace assay::store::quotas
