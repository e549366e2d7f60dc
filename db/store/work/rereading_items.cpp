// SPDX-License-Identifier: Apache-2.0
// Puts many documents into the queue at once, to be read again.
#include "db/store/work/queue.hpp"

namespace assay::store::work {
namespace {

constexpr pg::Statement kEnqueueDocuments{"work_enqueue_documents", R"sql(
WITH added AS (
  INSERT INTO work_item (tenant_id, id, kind, subject_id, priority, lane)
  SELECT d.tenant_id, i.item, 'document', d.id, $4,
    CASE WHEN d.size_bytes > $5 THEN 'long' ELSE 'short' END
  FROM unnest($2::uuid[], $3::uuid[]) AS i (item, document)
  JOIN document d ON d.tenant_id = $1 AND d.id = i.document
  ORDER BY d.uploaded_at, d.id
  ON CONFLICT (tenant_id, kind, subject_id) WHERE state IN ('ready', 'running') DO NOTHING
  RETURNING id)
SELECT pg_notify('assay_work', '') FROM added LIMIT 1)sql"};

}  // namespace

void enqueue_rereading(pg::Tx& tx, const TenantId& tenant,
                       const std::vector<DocumentId>& documents) {
  if (documents.empty()) return;
  std::vector<WorkItemId> items;
  items.reserve(documents.size());
  for (std::size_t i = 0; i < documents.size(); ++i) items.push_back(WorkItemId::fresh());
  static_cast<void>(
      tx.run(kEnqueueDocuments, tenant, items, documents, kRereadingPriority, kShortDocumentBytes));
}

}  // namespace assay::store::work
