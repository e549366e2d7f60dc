// SPDX-License-Identifier: Apache-2.0
// SQL of documents. Quotas are in quotas.cpp.
#include "db/store/evidence/documents.hpp"

namespace assay::store::documents {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT d.tenant_id, d.id, d.original_filename, d.file_type, d.content_type, d.size_bytes, d.sha256,
  d.status, d.uploaded_by, micros(d.uploaded_at) AS uploaded_at,
  micros(d.extracted_at) AS extracted_at, micros(d.parsed_at) AS parsed_at,
  micros(d.indexed_at) AS indexed_at, micros(d.ready_at) AS ready_at,
  micros(d.failed_at) AS failed_at, d.failure_code, d.failure_reason, d.page_count, d.chunk_count,
  d.progress_done, d.progress_total, d.reading, d.reader_version,
  CASE WHEN NOT d.uploaded_itself THEN
    (SELECT m.archive_id FROM archive_member m
     JOIN document a ON a.tenant_id = m.tenant_id AND a.id = m.archive_id
     WHERE m.tenant_id = $1 AND m.document_id = d.id
     ORDER BY a.uploaded_at, a.id LIMIT 1) END AS parent_document_id,
  (SELECT count(DISTINCT m.document_id) FROM archive_member m
   WHERE m.tenant_id = $1 AND m.archive_id = d.id) AS child_count,
  (SELECT count(*) FROM standing_citation s
   WHERE s.tenant_id = $1 AND s.document_id = d.id) AS cited_by
FROM document d)sql";

constexpr std::string_view kFilter = R"sql(
WHERE d.tenant_id = $1 AND ($2::text IS NULL OR d.status = $2)
  AND ($3::text IS NULL OR d.file_type = $3)
  AND ($4::text IS NULL OR position(lower($4) IN lower(d.original_filename)) > 0)
  AND ($5::uuid IS NULL OR EXISTS (SELECT FROM archive_member m
       WHERE m.tenant_id = $1 AND m.archive_id = $5 AND m.document_id = d.id))
  AND ($6::boolean IS NULL OR EXISTS (SELECT FROM standing_citation s
       WHERE s.tenant_id = $1 AND s.document_id = d.id) = $6)
  AND ($7::boolean IS NULL OR (d.status NOT IN ('READY', 'FAILED')) = $7)
  AND ($8::boolean IS NULL OR d.uploaded_itself = $8)
  AND ($9::uuid IS NULL OR d.uploaded_by = $9)
  AND ($10::bigint IS NULL OR d.uploaded_at >= from_micros($10))
  AND ($11::bigint IS NULL OR d.uploaded_at < from_micros($11)))sql";

constexpr Statement kInsert{"document_insert", R"sql(
INSERT INTO document (tenant_id, id, original_filename, file_type, content_type, size_bytes, sha256,
  uploaded_by, uploaded_itself)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true)
ON CONFLICT (tenant_id, sha256) DO NOTHING)sql"};

constexpr Statement kFind{"document_find", {kSelect, "WHERE d.tenant_id = $1 AND d.id = $2"}};

constexpr Statement kFindByHash{"document_find_by_sha256",
                                {kSelect, "WHERE d.tenant_id = $1 AND d.sha256 = $2"}};

constexpr Statement kLock{"document_lock",
                          {kSelect, "WHERE d.tenant_id = $1 AND d.id = $2 FOR UPDATE OF d"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "document_list",
                                     .select = std::string(kSelect),
                                     .filter = std::string(kFilter),
                                     .id = "d.id",
                                     .parameters = 11,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kCount{"document_count", {"SELECT count(*) AS total FROM document d", kFilter}};

constexpr Statement kSetType{"document_set_type", R"sql(
UPDATE document SET file_type = $3, content_type = $4
WHERE tenant_id = $1 AND id = $2 AND status = 'UPLOADED')sql"};

constexpr Statement kExtracted{"document_extracted", R"sql(
UPDATE document SET status = 'EXTRACTED', extracted_at = statement_timestamp(), page_count = $3,
  file_type = $4, reader_version = $5, progress_done = 0, progress_total = 0
WHERE tenant_id = $1 AND id = $2 AND status = 'UPLOADED')sql"};

constexpr Statement kParsed{"document_parsed", R"sql(
UPDATE document SET status = 'PARSED', parsed_at = statement_timestamp(), chunk_count = $3::integer,
  progress_done = 0, progress_total = $3::integer
WHERE tenant_id = $1 AND id = $2 AND status = 'EXTRACTED')sql"};

constexpr Statement kIndexed{"document_indexed", R"sql(
UPDATE document SET status = 'INDEXED', indexed_at = statement_timestamp(),
  progress_done = progress_total
WHERE tenant_id = $1 AND id = $2 AND status = 'PARSED')sql"};

constexpr Statement kReady{"document_ready", R"sql(
UPDATE document SET status = 'READY', ready_at = statement_timestamp()
WHERE tenant_id = $1 AND id = $2 AND status = 'INDEXED')sql"};

constexpr Statement kReadyAtOnce{"document_ready_at_once", R"sql(
UPDATE document SET status = 'READY', extracted_at = statement_timestamp(),
  parsed_at = statement_timestamp(), indexed_at = statement_timestamp(),
  ready_at = statement_timestamp(), page_count = $3, chunk_count = $4::integer, file_type = $5,
  reader_version = $6, progress_done = $4::integer, progress_total = $4::integer
WHERE tenant_id = $1 AND id = $2 AND status = 'UPLOADED')sql"};

constexpr Statement kFailed{"document_failed", R"sql(
UPDATE document SET status = 'FAILED', failed_at = statement_timestamp(), failure_code = $3,
  failure_reason = $4, reader_version = $5
WHERE tenant_id = $1 AND id = $2 AND status NOT IN ('READY', 'FAILED'))sql"};

constexpr Statement kReset{"document_reset", R"sql(
UPDATE document SET status = 'UPLOADED', extracted_at = NULL, parsed_at = NULL, indexed_at = NULL,
  ready_at = NULL, failed_at = NULL, failure_code = NULL, failure_reason = NULL, page_count = NULL,
  chunk_count = NULL, progress_done = 0, progress_total = 0, facts = '[]', reader_version = NULL
WHERE tenant_id = $1 AND id = $2 AND status = 'FAILED')sql"};

constexpr Statement kClearPages{
    "document_clear_pages", "DELETE FROM document_page WHERE tenant_id = $1 AND document_id = $2"};
constexpr Statement kClearChunks{"document_clear_chunks",
                                 "DELETE FROM chunk WHERE tenant_id = $1 AND document_id = $2"};

constexpr Statement kUploadedItself{"document_uploaded_itself", R"sql(
UPDATE document SET uploaded_itself = true
WHERE tenant_id = $1 AND id = $2 AND NOT uploaded_itself)sql"};

constexpr Statement kProgress{"document_progress", R"sql(
UPDATE document SET progress_done = $3, progress_total = $4 WHERE tenant_id = $1 AND id = $2)sql"};

constexpr Statement kLeaveArchives{"document_leave_archives", R"sql(
UPDATE archive_member SET document_id = NULL
WHERE tenant_id = $1 AND document_id = ANY ($2::uuid[]))sql"};

constexpr Statement kRemove{"document_remove",
                            "DELETE FROM document WHERE tenant_id = $1 AND id = ANY ($2::uuid[])"};

constexpr Statement kDeletedAt{"document_deleted_at", R"sql(
SELECT micros(max(created_at)) AS at FROM audit_log
WHERE tenant_id = $1 AND action IN ('document.delete', 'document.erase') AND outcome = 'allow'
  AND (object_id = $2 OR detail::jsonb -> 'documentIds' ? $2))sql"};

constexpr Statement kLockBlob{"document_lock_blob",
                              "SELECT pg_advisory_xact_lock(hashtextextended('blob ' || $1, 0))"};

constexpr Statement kUsesBlob{
    "document_uses_blob",
    "SELECT EXISTS (SELECT FROM document WHERE tenant_id = $1 AND sha256 = $2)"
    " OR EXISTS (SELECT FROM corpus_ingestion WHERE tenant_id = $1 AND sha256 = $2)"
    " OR EXISTS (SELECT FROM upload_piece WHERE tenant_id = $1 AND sha256 = $2)"
    " OR EXISTS (SELECT FROM export x WHERE x.tenant_id = $1 AND x.sha256 = $2"
    "   AND NOT EXISTS (SELECT FROM erased_export e"
    "     WHERE e.tenant_id = $1 AND e.export_id = x.id)) AS used"};

constexpr Statement kStoredFiles{
    "document_stored_files",
    "SELECT sha256, size_bytes FROM document WHERE tenant_id = $1"
    " UNION SELECT sha256, size_bytes FROM corpus_ingestion"
    " WHERE tenant_id = $1 AND sha256 IS NOT NULL"
    " UNION SELECT sha256, size_bytes FROM export WHERE tenant_id = $1 AND sha256 IS NOT NULL"
    " UNION SELECT sha256, size_bytes FROM upload_piece WHERE tenant_id = $1"
    " ORDER BY sha256"};

Document read_document(const pg::Row& row) {
  Document document;
  document.tenant = row.id<TenantId>("tenant_id");
  document.id = row.id<DocumentId>("id");
  document.parent = row.optional_id<DocumentId>("parent_document_id");
  document.original_filename = row.text("original_filename");
  document.file_type = row.text("file_type");
  document.content_type = row.text("content_type");
  document.size_bytes = row.integer("size_bytes");
  document.sha256 = row.text("sha256");
  document.status = row.state<DocumentStatus>("status");
  document.uploaded_by = row.optional_id<UserId>("uploaded_by");
  document.uploaded_at = row.timestamp("uploaded_at");
  document.extracted_at = row.optional_timestamp("extracted_at");
  document.parsed_at = row.optional_timestamp("parsed_at");
  document.indexed_at = row.optional_timestamp("indexed_at");
  document.ready_at = row.optional_timestamp("ready_at");
  document.failed_at = row.optional_timestamp("failed_at");
  document.failure_code = row.optional_text("failure_code");
  document.failure_reason = row.optional_text("failure_reason");
  document.page_count = row.optional_integer("page_count");
  document.chunk_count = row.optional_integer("chunk_count");
  document.child_count = row.integer("child_count");
  document.cited_by = row.integer("cited_by");
  document.progress_done = row.integer("progress_done");
  document.progress_total = row.integer("progress_total");
  document.reading = row.integer("reading");
  document.reader_version = row.optional_integer("reader_version");
  return document;
}

}  // namespace

bool insert(pg::Tx& tx, const TenantId& tenant, const NewDocument& document) {
  return tx.run(kInsert, tenant, document.id, document.original_filename, document.file_type,
                document.content_type, document.size_bytes, document.sha256, document.uploaded_by)
             .affected() == 1;
}

std::optional<Document> find(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_document);
}

std::optional<Document> find_by_sha256(pg::Tx& tx, const TenantId& tenant,
                                       const std::string& sha256) {
  return pg::first_of(tx.run(kFindByHash, tenant, sha256), read_document);
}

std::optional<Document> lock(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return pg::first_of(tx.run(kLock, tenant, id), read_document);
}

pg::PartOf<Document> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                          const pg::Part& part) {
  return ordered().rows(tx, part, read_document, tenant, filter.status, filter.file_type,
                        filter.name_contains, filter.parent, filter.cited, filter.reading,
                        filter.top_level, filter.uploaded_by, filter.from, filter.to);
}

pg::Later<std::int64_t> count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return tx.run_later(pg::total_of, kCount, tenant, filter.status, filter.file_type,
                      filter.name_contains, filter.parent, filter.cited, filter.reading,
                      filter.top_level, filter.uploaded_by, filter.from, filter.to);
}

bool set_type(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
              const std::string& file_type, const std::string& content_type) {
  return tx.run(kSetType, tenant, id, file_type, content_type).affected() == 1;
}

bool mark_extracted(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                    std::int64_t page_count, const std::string& file_type,
                    std::int64_t reader_version) {
  return tx.run(kExtracted, tenant, id, page_count, file_type, reader_version).affected() == 1;
}

bool mark_parsed(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                 std::int64_t chunk_count) {
  return tx.run(kParsed, tenant, id, chunk_count).affected() == 1;
}

bool mark_indexed(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return tx.run(kIndexed, tenant, id).affected() == 1;
}

bool mark_ready(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return tx.run(kReady, tenant, id).affected() == 1;
}

bool mark_ready_at_once(pg::Tx& tx, const TenantId& tenant, const DocumentId& id,
                        const Whole& read) {
  return tx.run(kReadyAtOnce, tenant, id, read.page_count, read.chunk_count, read.file_type,
                read.reader_version)
             .affected() == 1;
}

bool mark_failed(pg::Tx& tx, const TenantId& tenant, const DocumentId& id, std::string_view code,
                 std::string_view reason, std::int64_t reader_version) {
  return tx.run(kFailed, tenant, id, code, reason, reader_version).affected() == 1;
}

bool reset(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  if (tx.run(kReset, tenant, id).affected() != 1) return false;
  static_cast<void>(tx.run(kClearPages, tenant, id));
  static_cast<void>(tx.run(kClearChunks, tenant, id));
  return true;
}

void set_progress(pg::Tx& tx, const TenantId& tenant, const DocumentId& id, std::int64_t done,
                  std::int64_t total) {
  tx.run_with_next(kProgress, tenant, id, done, total);
}

void note_own_upload(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  static_cast<void>(tx.run(kUploadedItself, tenant, id));
}

void remove(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& ids) {
  static_cast<void>(tx.run(kLeaveArchives, tenant, ids));
  static_cast<void>(tx.run(kRemove, tenant, ids));
}

std::optional<Timestamp> deleted_at(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  return tx.run(kDeletedAt, tenant, id.value)[0].optional_timestamp("at");
}

void lock_blob(pg::Tx& tx, const TenantId& tenant, const std::string& sha256) {
  static_cast<void>(tx.run(kLockBlob, tenant.value + " " + sha256));
}

std::vector<StoredFile> stored_files(pg::Tx& tx, const TenantId& tenant) {
  std::vector<StoredFile> files;
  for (const pg::Row& row : tx.run(kStoredFiles, tenant)) {
    files.push_back({row.text("sha256"), row.integer("size_bytes")});
  }
  return files;
}

bool uses_blob(pg::Tx& tx, const TenantId& tenant, const std::string& sha256) {
  return tx.run(kUsesBlob, tenant, sha256)[0].boolean("used");
}

}  // namespace assay::store::documents
