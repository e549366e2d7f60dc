// SPDX-License-Identifier: Apache-2.0
// SQL of rereadings; requests are set-based.
#include "db/store/evidence/content.hpp"

namespace assay::store::rereadings {
namespace {

using pg::Statement;

constexpr std::string_view kWanted = R"sql(
FROM document d
WHERE d.tenant_id = $1 AND ($2::uuid IS NULL OR d.id = $2)
  AND (d.status = 'FAILED' OR d.status = 'READY' AND d.chunk_count > 0)
  AND ($3::text IS NULL OR d.status = $3)
  AND ($4::text IS NULL OR d.failure_code = $4)
  AND ($5::bigint IS NULL OR coalesce(d.reader_version, 0) < $5))sql";

// FOR UPDATE would deadlock with the pipeline, which adds pages of a reading that it has locked.
constexpr Statement kChoose{"rereading_choose", {"SELECT d.id, d.status", kWanted, R"sql(
ORDER BY d.id FOR NO KEY UPDATE OF d)sql"}};

constexpr Statement kCount{"rereading_count", {"SELECT count(*) AS total", kWanted}};

constexpr Statement kRequest{"rereading_request", R"sql(
INSERT INTO document_rereading AS r (tenant_id, document_id, reading, requested_by)
SELECT d.tenant_id, d.id, d.reading + 1, $3
FROM document d WHERE d.tenant_id = $1 AND d.id = ANY ($2::uuid[])
ON CONFLICT (tenant_id, document_id) DO UPDATE
SET reading = excluded.reading, stage = 'UPLOADED', requested_by = excluded.requested_by,
  requested_at = excluded.requested_at, file_type = NULL, page_count = NULL, chunk_count = NULL,
  facts = '[]', reader_version = NULL, failed_at = NULL, failure_code = NULL,
  failure_reason = NULL
WHERE r.stage = 'FAILED')sql"};

constexpr Statement kRestart{"rereading_restart", R"sql(
WITH begun AS (
  UPDATE document SET status = 'UPLOADED', extracted_at = NULL, parsed_at = NULL,
    indexed_at = NULL, ready_at = NULL, failed_at = NULL, failure_code = NULL,
    failure_reason = NULL, page_count = NULL, chunk_count = NULL, progress_done = 0,
    progress_total = 0, facts = '[]', reader_version = NULL
  WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND status = 'FAILED' RETURNING id),
pages AS (
  DELETE FROM document_page WHERE tenant_id = $1 AND document_id IN (SELECT id FROM begun))
DELETE FROM chunk WHERE tenant_id = $1 AND document_id IN (SELECT id FROM begun))sql"};

constexpr Statement kFind{"rereading_find", R"sql(
SELECT document_id, reading, stage, micros(requested_at) AS requested_at, chunk_count,
  micros(failed_at) AS failed_at, failure_code, failure_reason
FROM document_rereading WHERE tenant_id = $1 AND document_id = $2)sql"};

constexpr Statement kExtracted{"rereading_extracted", R"sql(
UPDATE document_rereading SET stage = 'EXTRACTED', file_type = $3, page_count = $4,
  reader_version = $5, facts = $6
WHERE tenant_id = $1 AND document_id = $2 AND stage = 'UPLOADED')sql"};

constexpr Statement kParsed{"rereading_parsed", R"sql(
UPDATE document_rereading SET stage = 'PARSED', chunk_count = $3
WHERE tenant_id = $1 AND document_id = $2 AND stage = 'EXTRACTED')sql"};

constexpr Statement kIndexed{"rereading_indexed", R"sql(
UPDATE document_rereading SET stage = 'INDEXED'
WHERE tenant_id = $1 AND document_id = $2 AND stage = 'PARSED')sql"};

constexpr Statement kFailed{"rereading_failed", R"sql(
UPDATE document_rereading SET stage = 'FAILED', failed_at = statement_timestamp(), failure_code = $3,
  failure_reason = $4
WHERE tenant_id = $1 AND document_id = $2 AND stage <> 'FAILED')sql"};

// What was read for a reading that failed.
constexpr Statement kDropPages{"rereading_drop_pages", R"sql(
DELETE FROM document_page p USING document_rereading r
WHERE r.tenant_id = $1 AND r.document_id = $2 AND p.tenant_id = r.tenant_id
  AND p.document_id = r.document_id AND p.reading = r.reading)sql"};
constexpr Statement kDropChunks{"rereading_drop_chunks", R"sql(
DELETE FROM chunk c USING document_rereading r
WHERE r.tenant_id = $1 AND r.document_id = $2 AND c.tenant_id = r.tenant_id
  AND c.document_id = r.document_id AND c.reading = r.reading)sql"};

// The stamps are of one moment: the reading comes into use as a whole.
constexpr Statement kTakeOver{"rereading_take_over", R"sql(
UPDATE document d SET reading = r.reading, file_type = r.file_type, page_count = r.page_count,
  chunk_count = r.chunk_count, facts = r.facts, reader_version = r.reader_version,
  extracted_at = statement_timestamp(), parsed_at = statement_timestamp(),
  indexed_at = statement_timestamp(), ready_at = statement_timestamp()
FROM document_rereading r
WHERE d.tenant_id = $1 AND d.id = $2 AND d.status = 'READY' AND r.tenant_id = d.tenant_id
  AND r.document_id = d.id AND r.stage = 'INDEXED')sql"};

constexpr Statement kDropOldPages{"rereading_drop_old_pages", R"sql(
DELETE FROM document_page p USING document d
WHERE d.tenant_id = $1 AND d.id = $2 AND p.tenant_id = d.tenant_id AND p.document_id = d.id
  AND p.reading <> d.reading)sql"};
constexpr Statement kDropOldVectors{"rereading_drop_old_vectors", R"sql(
DELETE FROM chunk_embedding e USING chunk c, document d
WHERE d.tenant_id = $1 AND d.id = $2 AND c.tenant_id = d.tenant_id AND c.document_id = d.id
  AND c.reading <> d.reading AND e.tenant_id = c.tenant_id AND e.chunk_id = c.id)sql"};

constexpr Statement kDone{"rereading_done", R"sql(
DELETE FROM document_rereading WHERE tenant_id = $1 AND document_id = $2)sql"};

Rereading read_rereading(const pg::Row& row) {
  Rereading found;
  found.document = row.id<DocumentId>("document_id");
  found.reading = row.integer("reading");
  found.stage = row.state<DocumentStatus>("stage");
  found.requested_at = row.timestamp("requested_at");
  found.chunk_count = row.optional_integer("chunk_count");
  found.failed_at = row.optional_timestamp("failed_at");
  found.failure_code = row.optional_text("failure_code");
  found.failure_reason = row.optional_text("failure_reason");
  return found;
}

}  // namespace

Chosen choose(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  Chosen chosen;
  for (const pg::Row row : tx.run(kChoose, tenant, filter.document, filter.status,
                                  filter.failure_code, filter.before_version)) {
    const bool failed = row.state<DocumentStatus>("status") == DocumentStatus::Failed;
    (failed ? chosen.failed : chosen.ready).push_back(row.id<DocumentId>("id"));
  }
  return chosen;
}

std::int64_t count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return pg::total_of(tx.run(kCount, tenant, filter.document, filter.status, filter.failure_code,
                             filter.before_version));
}

void request(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& ready,
             const std::optional<UserId>& by) {
  if (!ready.empty()) static_cast<void>(tx.run(kRequest, tenant, ready, by));
}

void restart(pg::Tx& tx, const TenantId& tenant, const std::vector<DocumentId>& failed) {
  if (!failed.empty()) static_cast<void>(tx.run(kRestart, tenant, failed));
}

std::optional<Rereading> find(pg::Tx& tx, const TenantId& tenant, const DocumentId& document) {
  return pg::first_of(tx.run(kFind, tenant, document), read_rereading);
}

bool mark_extracted(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                    const Read& read) {
  return tx.run(kExtracted, tenant, document, read.file_type, read.page_count, read.reader_version,
                facts::stored(read.facts))
             .affected() == 1;
}

bool mark_parsed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                 std::int64_t chunk_count) {
  return tx.run(kParsed, tenant, document, chunk_count).affected() == 1;
}

bool mark_indexed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document) {
  return tx.run(kIndexed, tenant, document).affected() == 1;
}

bool mark_failed(pg::Tx& tx, const TenantId& tenant, const DocumentId& document,
                 std::string_view code, std::string_view reason) {
  if (tx.run(kFailed, tenant, document, code, reason).affected() != 1) return false;
  static_cast<void>(tx.run(kDropPages, tenant, document));
  static_cast<void>(tx.run(kDropChunks, tenant, document));
  return true;
}

bool take_over(pg::Tx& tx, const TenantId& tenant, const DocumentId& document) {
  if (tx.run(kTakeOver, tenant, document).affected() != 1) return false;
  static_cast<void>(tx.run(kDropOldPages, tenant, document));
  static_cast<void>(tx.run(kDropOldVectors, tenant, document));
  static_cast<void>(tx.run(kDone, tenant, document));
  return true;
}

}  // namespace assay::store::rereadings
