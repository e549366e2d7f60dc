// SPDX-License-Identifier: Apache-2.0
// SQL of the documents that a run pinned, and of their current state.
#include "db/store/runs.hpp"

namespace assay::store::runs {
namespace {

using pg::Statement;

constexpr Statement kDocuments{"run_documents", R"sql(
SELECT document_id, original_filename, file_type, sha256, chunk_count
FROM run_document WHERE tenant_id = $1 AND run_id = $2 ORDER BY document_id)sql"};

constexpr Statement kDocumentsNow{"run_documents_now", R"sql(
SELECT p.document_id, d.status = 'READY' AND d.sha256 = p.sha256 AS unchanged,
  (SELECT count(*) FROM chunk c WHERE c.tenant_id = d.tenant_id AND c.document_id = d.id) AS chunks
FROM run_document p JOIN document d ON d.tenant_id = p.tenant_id AND d.id = p.document_id
WHERE p.tenant_id = $1 AND p.run_id = $2)sql"};

}  // namespace

std::vector<PinnedDocument> documents(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  std::vector<PinnedDocument> found;
  for (const pg::Row row : tx.run(kDocuments, tenant, id)) {
    found.push_back({row.id<DocumentId>("document_id"), row.text("original_filename"),
                     row.text("file_type"), row.text("sha256"), row.integer("chunk_count")});
  }
  return found;
}

std::map<DocumentId, DocumentNow> documents_now(pg::Tx& tx, const TenantId& tenant,
                                                const RunId& id) {
  std::map<DocumentId, DocumentNow> found;
  for (const pg::Row row : tx.run(kDocumentsNow, tenant, id)) {
    found.emplace(row.id<DocumentId>("document_id"),
                  DocumentNow{row.boolean("unchanged"), row.integer("chunks")});
  }
  return found;
}

}  // namespace assay::store::runs
