// SPDX-License-Identifier: Apache-2.0
// SQL of cited documents.
#include "db/store/cited.hpp"

namespace assay::store::cited {
namespace {

constexpr pg::Statement kSources{"cited_sources", R"sql(
SELECT p.document_id, p.original_filename, p.file_type, d.id IS NOT NULL AS present
FROM run_document p
LEFT JOIN document d ON d.tenant_id = p.tenant_id AND d.id = p.document_id
WHERE p.tenant_id = $1 AND p.run_id = $2 AND p.document_id = ANY ($3::uuid[])
ORDER BY p.document_id)sql"};

}  // namespace

std::vector<Source> sources(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                            const std::vector<DocumentId>& documents) {
  std::vector<Source> found;
  for (const pg::Row row : tx.run(kSources, tenant, run, documents)) {
    found.push_back({row.id<DocumentId>("document_id"), row.text("original_filename"),
                     row.text("file_type"), row.boolean("present")});
  }
  return found;
}

}  // namespace assay::store::cited
