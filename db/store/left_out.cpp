// SPDX-License-Identifier: Apache-2.0
// SQL of left-out documents.
#include "db/store/left_out.hpp"

namespace assay::store::left_out {
namespace {

using pg::Statement;

constexpr Statement kNote{"left_out_note", R"sql(
INSERT INTO run_document_left_out (tenant_id, run_id, document_id, original_filename, status,
  reason, message)
SELECT d.tenant_id, $2, d.id, d.original_filename, d.status,
  CASE d.status WHEN 'FAILED' THEN coalesce(nullif(d.failure_code, ''), 'unknown')
                WHEN 'READY' THEN 'no_text' ELSE 'not_ready' END,
  d.failure_reason
FROM document d
WHERE d.tenant_id = $1 AND (d.status <> 'READY' OR coalesce(d.chunk_count, 0) = 0 AND NOT EXISTS
  (SELECT FROM archive_member m WHERE m.tenant_id = d.tenant_id AND m.archive_id = d.id)))sql"};

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

Json render(const Document& document) {
  return Json::object()
      .set("documentId", document.id.value)
      .set("originalFilename", document.original_filename)
      .set("status", to_text(document.status))
      .set("reason", document.reason)
      .set("message", document.message);
}

}  // namespace assay::store::left_out
