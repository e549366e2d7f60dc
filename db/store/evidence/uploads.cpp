// SPDX-License-Identifier: Apache-2.0
// SQL of uploads in pieces.
#include "db/store/evidence/uploads.hpp"

namespace assay::store::uploads {
namespace {

using pg::Statement;

constexpr Statement kInsert{"upload_insert", R"sql(
INSERT INTO upload (tenant_id, id, made_by, original_filename, metadata, size_bytes, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, statement_timestamp() + $7 * interval '1 second'))sql"};

constexpr Statement kFind{"upload_find", R"sql(
SELECT id, made_by, original_filename, metadata, size_bytes, received_bytes, pieces, document_id,
  micros(created_at) AS created_at, micros(expires_at) AS expires_at,
  expires_at < statement_timestamp() AS expired
FROM upload WHERE tenant_id = $1 AND id = $2 AND made_by = $3)sql"};

constexpr Statement kLock{"upload_lock_open",
                          "SELECT pg_advisory_xact_lock(hashtextextended('uploads of ' || $1, 0))"};
constexpr Statement kOpen{"upload_open", R"sql(
SELECT count(*) AS uploads, coalesce(sum(size_bytes), 0)::bigint AS bytes FROM upload
WHERE tenant_id = $1 AND document_id IS NULL AND expires_at >= statement_timestamp())sql"};

constexpr Statement kAdvance{"upload_advance", R"sql(
UPDATE upload SET received_bytes = received_bytes + $4, pieces = pieces + 1,
  expires_at = statement_timestamp() + $5 * interval '1 second'
WHERE tenant_id = $1 AND id = $2 AND received_bytes = $3 AND received_bytes + $4 < size_bytes
  AND expires_at >= statement_timestamp())sql"};
constexpr Statement kAddPiece{"upload_add_piece", R"sql(
INSERT INTO upload_piece (tenant_id, upload_id, starts_at, size_bytes, sha256)
VALUES ($1, $2, $3, $4, $5))sql"};
constexpr Statement kPieces{"upload_pieces", R"sql(
SELECT starts_at, size_bytes, sha256 FROM upload_piece
WHERE tenant_id = $1 AND upload_id = $2 ORDER BY starts_at)sql"};

constexpr Statement kComplete{"upload_complete", R"sql(
UPDATE upload SET received_bytes = size_bytes, document_id = $4,
  expires_at = statement_timestamp() + $5 * interval '1 second'
WHERE tenant_id = $1 AND id = $2 AND received_bytes = $3 AND document_id IS NULL
  AND expires_at >= statement_timestamp())sql"};
constexpr Statement kRemovePieces{
    "upload_remove_pieces",
    "DELETE FROM upload_piece WHERE tenant_id = $1 AND upload_id = $2 RETURNING sha256"};
constexpr Statement kLockOne{"upload_lock",
                             "SELECT FROM upload WHERE tenant_id = $1 AND id = $2 FOR UPDATE"};
constexpr Statement kRemove{"upload_remove", "DELETE FROM upload WHERE tenant_id = $1 AND id = $2"};

constexpr Statement kForget{"upload_forget_expired", "SELECT forget_uploads() AS total"};

Upload read_upload(const pg::Row& row) {
  Upload upload;
  upload.id = row.id<UploadId>("id");
  upload.made_by = row.id<UserId>("made_by");
  upload.original_filename = row.text("original_filename");
  upload.metadata = row.text("metadata");
  upload.size_bytes = row.integer("size_bytes");
  upload.received_bytes = row.integer("received_bytes");
  upload.pieces = row.integer("pieces");
  upload.document = row.optional_id<DocumentId>("document_id");
  upload.created_at = row.timestamp("created_at");
  upload.expires_at = row.timestamp("expires_at");
  upload.expired = row.boolean("expired");
  return upload;
}

Piece read_piece(const pg::Row& row) {
  return {row.integer("starts_at"), row.integer("size_bytes"), row.text("sha256")};
}

Files take_pieces(pg::Tx& tx, const TenantId& tenant, const UploadId& id) {
  return pg::all_of(tx.run(kRemovePieces, tenant, id),
                    [](const pg::Row& row) { return row.text("sha256"); });
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const NewUpload& fresh,
            std::chrono::seconds lifetime) {
  static_cast<void>(tx.run(kInsert, tenant, fresh.id, fresh.made_by, fresh.original_filename,
                           fresh.metadata, fresh.size_bytes, lifetime.count()));
}

std::optional<Upload> find(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                           const UserId& by) {
  return pg::first_of(tx.run(kFind, tenant, id, by), read_upload);
}

Open lock_open(pg::Tx& tx, const TenantId& tenant) {
  static_cast<void>(tx.run(kLock, tenant));
  const pg::Rows rows = tx.run(kOpen, tenant);
  return {rows[0].integer("uploads"), rows[0].integer("bytes")};
}

bool append(pg::Tx& tx, const TenantId& tenant, const UploadId& id, const Piece& piece,
            std::chrono::seconds lifetime) {
  const pg::Rows advanced =
      tx.run(kAdvance, tenant, id, piece.starts_at, piece.size_bytes, lifetime.count());
  if (advanced.affected() != 1) return false;
  static_cast<void>(tx.run(kAddPiece, tenant, id, piece.starts_at, piece.size_bytes, piece.sha256));
  return true;
}

std::vector<Piece> pieces(pg::Tx& tx, const TenantId& tenant, const UploadId& id) {
  return pg::all_of(tx.run(kPieces, tenant, id), read_piece);
}

std::optional<Files> complete(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                              std::int64_t starts_at, const DocumentId& document,
                              std::chrono::seconds lifetime) {
  const pg::Rows done = tx.run(kComplete, tenant, id, starts_at, document, lifetime.count());
  if (done.affected() != 1) return std::nullopt;
  return take_pieces(tx, tenant, id);
}

std::optional<Files> remove(pg::Tx& tx, const TenantId& tenant, const UploadId& id) {
  static_cast<void>(tx.run(kLockOne, tenant, id));  // a piece on its way is seen, or refused
  Files files = take_pieces(tx, tenant, id);
  if (tx.run(kRemove, tenant, id).affected() != 1) return std::nullopt;
  return files;
}

std::int64_t forget_expired(pg::Tx& tx) {
  return tx.run(kForget)[0].integer("total");
}

}  // namespace assay::store::uploads
