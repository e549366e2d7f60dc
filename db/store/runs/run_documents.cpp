// SPDX-License-Identifier: Apache-2.0
// SQL of a run's documents.
#include "db/store/runs/runs.hpp"

namespace assay::store::runs {
namespace {

using pg::Statement;

constexpr Statement kDocuments{"run_documents", R"sql(
SELECT document_id, original_filename, file_type, sha256, chunk_count
FROM run_document WHERE tenant_id = $1 AND run_id = $2 ORDER BY document_id)sql"};

constexpr Statement kDocumentsNow{"run_documents_now", R"sql(
SELECT p.document_id, d.status = 'READY' AND d.sha256 = p.sha256 AS unchanged,
  (SELECT count(*) FROM chunk c WHERE c.tenant_id = $1 AND c.document_id = d.id
     AND c.reading = d.reading) AS chunks
FROM run_document p JOIN document d ON d.tenant_id = p.tenant_id AND d.id = p.document_id
WHERE p.tenant_id = $1 AND p.run_id = $2)sql"};

constexpr Statement kUseDocument{"runs_use_document", R"sql(
SELECT EXISTS (
  SELECT FROM run_document p JOIN run r ON r.tenant_id = p.tenant_id AND r.id = p.run_id
  WHERE p.tenant_id = $1 AND p.document_id = $2
    AND r.status IN ('QUEUED', 'IN_PROGRESS')) AS used)sql"};

}  // namespace

bool use_document(pg::Tx& tx, const TenantId& tenant, const DocumentId& document) {
  return tx.run(kUseDocument, tenant, document)[0].boolean("used");
}

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

namespace assay::store::left_out {
namespace {

using pg::Statement;

constexpr Statement kNote{"left_out_note", R"sql(
INSERT INTO run_document_left_out (tenant_id, run_id, document_id, original_filename, status,
  reason, message)
SELECT d.tenant_id, $2, d.id, d.original_filename, d.status,
  CASE WHEN d.status = 'FAILED' THEN coalesce(nullif(d.failure_code, ''), 'unknown')
       WHEN d.status = 'READY' THEN 'no_text' ELSE 'not_ready' END,
  d.failure_reason
FROM document d
WHERE d.tenant_id = $1 AND (d.status <> 'READY' OR coalesce(d.chunk_count, 0) = 0 AND NOT EXISTS
  (SELECT FROM archive_member m WHERE m.tenant_id = $1 AND m.archive_id = d.id)))sql"};

constexpr Statement kList{"left_out_list", R"sql(
SELECT document_id, original_filename, status, reason, message FROM run_document_left_out
WHERE tenant_id = $1 AND run_id = $2
ORDER BY original_filename COLLATE "C", document_id)sql"};

}  // namespace

void note(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  static_cast<void>(tx.run(kNote, tenant, run));
}

std::vector<Document> list(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  std::vector<Document> found;
  for (const pg::Row row : tx.run(kList, tenant, run)) {
    found.push_back({row.id<DocumentId>("document_id"), row.text("original_filename"),
                     row.state<DocumentStatus>("status"), row.text("reason"),
                     row.optional_text("message")});
  }
  return found;
}

}  // namespace assay::store::left_out

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
