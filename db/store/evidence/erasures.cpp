// SPDX-License-Identifier: Apache-2.0
// SQL of erasures.
#include "db/store/evidence/retention.hpp"

namespace assay::store::erasures {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT e.id, e.document_id, e.original_filename, e.reason, e.status, e.requested_by,
  e.failure_reason, micros(e.created_at) AS created_at, micros(e.completed_at) AS completed_at,
  micros(e.failed_at) AS failed_at,
  (SELECT count(*) FROM erased_document d
   WHERE d.tenant_id = $1 AND d.erasure_id = e.id) AS documents,
  (SELECT count(*) FROM erased_export x
   WHERE x.tenant_id = $1 AND x.erasure_id = e.id) AS exports
FROM erasure e)sql";

constexpr Statement kInsert{"erasure_insert", R"sql(
INSERT INTO erasure (tenant_id, id, document_id, original_filename, reason, requested_by)
VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr Statement kInsertDocuments{"erasure_insert_documents", R"sql(
INSERT INTO erased_document (tenant_id, erasure_id, document_id, original_filename, sha256,
  size_bytes)
SELECT $1, $2, f.id, f.name, f.sha256, f.size_bytes
FROM unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[])
  AS f (id, name, sha256, size_bytes)
RETURNING 1)sql"};

constexpr Statement kFind{"erasure_find", {kSelect, "WHERE e.tenant_id = $1 AND e.id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "erasure_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
WHERE e.tenant_id = $1 AND ($2::text IS NULL OR e.status = $2)
  AND ($3::uuid IS NULL OR EXISTS (SELECT FROM erased_document d
       WHERE d.tenant_id = $1 AND d.erasure_id = e.id AND d.document_id = $3)))sql",
                                     .id = "e.id",
                                     .parameters = 3,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kStart{"erasure_start", R"sql(
UPDATE erasure SET status = 'IN_PROGRESS', started_at = least(started_at, statement_timestamp())
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

constexpr Statement kComplete{"erasure_complete", R"sql(
UPDATE erasure SET status = 'COMPLETED', completed_at = statement_timestamp()
WHERE tenant_id = $1 AND id = $2 AND status = 'IN_PROGRESS')sql"};

constexpr Statement kFailed{"erasure_failed", R"sql(
UPDATE erasure SET status = 'FAILED', failed_at = statement_timestamp(), failure_code = $3,
  failure_reason = $4
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

constexpr Statement kReset{"erasure_reset", R"sql(
UPDATE erasure SET status = 'QUEUED', failed_at = NULL, failure_code = NULL, failure_reason = NULL
WHERE tenant_id = $1 AND id = $2 AND status = 'FAILED')sql"};

constexpr Statement kDocuments{"erasure_documents", R"sql(
SELECT document_id AS id, original_filename, sha256, size_bytes FROM erased_document
WHERE tenant_id = $1 AND erasure_id = $2 ORDER BY original_filename, document_id)sql"};

// Citations are text that contains the identifiers of what they quote. json, not jsonb: a quote may
// hold what jsonb refuses.
constexpr std::string_view kSearched = R"sql(
WITH searched AS (
  SELECT p.run_id, array_agg(d.document_id::text) AS documents FROM erased_document d
  JOIN run_document p ON p.tenant_id = d.tenant_id AND p.document_id = d.document_id
  WHERE d.tenant_id = $1 AND d.erasure_id = $2 GROUP BY p.run_id),
quoting AS (
  SELECT s.run_id, count(*) AS quotes FROM searched s
  JOIN assessment a ON a.tenant_id = $1 AND a.run_id = s.run_id
  CROSS JOIN json_array_elements(a.citations::json) c
  WHERE c.value ->> 'documentId' = ANY (s.documents) GROUP BY s.run_id))sql";

constexpr Statement kQuoting{"erasure_quoting", {kSearched, R"sql(
SELECT r.id, r.pack_id, r.status, micros(r.created_at) AS created_at, q.quotes
FROM quoting q JOIN run r ON r.tenant_id = $1 AND r.id = q.run_id
ORDER BY r.created_at DESC, r.id DESC LIMIT $3)sql"}};

constexpr Statement kCountQuoting{"erasure_count_quoting", {kSearched, R"sql(
SELECT (SELECT count(*) FROM quoting) AS total, (SELECT count(*) FROM searched) AS searched)sql"}};

constexpr Statement kPackageInProgress{"erasure_package_in_progress", {kSearched, R"sql(
SELECT EXISTS (SELECT FROM quoting q
  JOIN export x ON x.tenant_id = $1 AND x.run_id = q.run_id
  WHERE x.format = 'package' AND x.status = 'IN_PROGRESS') AS found)sql"}};

constexpr Statement kNoteExports{"erasure_note_exports", {kSearched, R"sql(
INSERT INTO erased_export (tenant_id, export_id, erasure_id)
SELECT $1, x.id, $2 FROM quoting q
JOIN export x ON x.tenant_id = $1 AND x.run_id = q.run_id
JOIN erasure e ON e.tenant_id = $1 AND e.id = $2
WHERE x.format = 'package' AND x.status = 'COMPLETED' AND x.started_at < e.started_at
ON CONFLICT (tenant_id, export_id) DO NOTHING)sql"}};

constexpr Statement kExports{"erasure_exports", R"sql(
SELECT export_id AS id FROM erased_export WHERE tenant_id = $1 AND erasure_id = $2
ORDER BY export_id)sql"};

constexpr Statement kFiles{"erasure_files", R"sql(
SELECT sha256 FROM erased_document WHERE tenant_id = $1 AND erasure_id = $2
UNION
SELECT x.sha256 FROM erased_export e
JOIN export x ON x.tenant_id = e.tenant_id AND x.id = e.export_id
WHERE e.tenant_id = $1 AND e.erasure_id = $2
ORDER BY 1)sql"};

Erasure read_erasure(const pg::Row& row) {
  Erasure erasure;
  erasure.id = row.id<ErasureId>("id");
  erasure.document = row.id<DocumentId>("document_id");
  erasure.original_filename = row.text("original_filename");
  erasure.reason = row.text("reason");
  erasure.status = row.state<ErasureStatus>("status");
  erasure.requested_by = row.optional_id<UserId>("requested_by");
  erasure.failure_reason = row.optional_text("failure_reason");
  erasure.documents = row.integer("documents");
  erasure.exports = row.integer("exports");
  erasure.created_at = row.timestamp("created_at");
  erasure.completed_at = row.optional_timestamp("completed_at");
  erasure.failed_at = row.optional_timestamp("failed_at");
  return erasure;
}

Quoting read_quoting(const pg::Row& row) {
  return {row.id<RunId>("id"), row.id<PackId>("pack_id"), row.state<RunStatus>("status"),
          row.timestamp("created_at"), row.integer("quotes")};
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const NewErasure& fresh,
            const std::vector<archives::Item>& documents) {
  static_cast<void>(tx.run(kInsert, tenant, fresh.id, fresh.document, fresh.original_filename,
                           fresh.reason, fresh.requested_by));
  std::vector<DocumentId> ids;
  std::vector<std::string> names, hashes;
  std::vector<std::int64_t> sizes;
  for (const archives::Item& item : documents) {
    ids.push_back(item.id);
    names.push_back(item.original_filename);
    hashes.push_back(item.sha256);
    sizes.push_back(item.size_bytes);
  }
  static_cast<void>(tx.run(kInsertDocuments, tenant, fresh.id, ids, names, hashes, sizes));
}

std::optional<Erasure> find(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_erasure);
}

pg::PartOf<Erasure> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                         const pg::Part& part) {
  return ordered().rows(tx, part, read_erasure, tenant, filter.status, filter.document);
}

bool start(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  return tx.run(kStart, tenant, id).affected() == 1;
}

bool complete(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  return tx.run(kComplete, tenant, id).affected() == 1;
}

bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ErasureId& id, std::string_view code,
                 std::string_view reason) {
  return tx.run(kFailed, tenant, id, code, reason).affected() == 1;
}

bool reset(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  return tx.run(kReset, tenant, id).affected() == 1;
}

std::vector<archives::Item> documents(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  return pg::all_of(tx.run(kDocuments, tenant, id), [](const pg::Row& row) {
    return archives::Item{row.id<DocumentId>("id"), row.text("original_filename"),
                          row.text("sha256"), row.integer("size_bytes"), 0};
  });
}

QuotingRuns quoting(pg::Tx& tx, const TenantId& tenant, const ErasureId& id, int limit) {
  QuotingRuns found{pg::all_of(tx.run(kQuoting, tenant, id, limit), read_quoting), 0, 0};
  const pg::Rows counts = tx.run(kCountQuoting, tenant, id);
  found.total = counts[0].integer("total");
  found.searched = counts[0].integer("searched");
  return found;
}

bool note_exports(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  if (tx.run(kPackageInProgress, tenant, id)[0].boolean("found")) return false;
  static_cast<void>(tx.run(kNoteExports, tenant, id));
  return true;
}

std::vector<std::string> files(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  return pg::all_of(tx.run(kFiles, tenant, id),
                    [](const pg::Row& row) { return row.text("sha256"); });
}

std::vector<ExportId> exports(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  return pg::ids_of<ExportId>(tx.run(kExports, tenant, id));
}

}  // namespace assay::store::erasures
