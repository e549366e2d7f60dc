// SPDX-License-Identifier: Apache-2.0
// Receives, keeps and joins pieces.
#include "handlers/evidence/upload_pieces.hpp"

#include <array>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "core/base/io.hpp"
#include "db/store/work/queue.hpp"
#include "handlers/evidence/tus.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace uploads = store::uploads;
using uploads::Upload;

// So that nobody fills the database with pieces of a byte.
constexpr std::int64_t kMaxPieces = 10'000;

// Another request has changed the upload meanwhile: report its current state.
[[noreturn]] void refuse_late(const Context& context, const UploadId& id) {
  refuse_offset(named_upload(context, id));
}

// The same bytes may be needed elsewhere: the purge asks.
void remove_later(pg::Tx& tx, const TenantId& tenant, const UploadId& id,
                  const uploads::Files& files) {
  if (files.empty()) return;
  Json hashes = Json::array();
  for (const std::string& hash : files) hashes.push(hash);
  store::work::enqueue(tx, tenant, store::work::Kind::Purge, id.value, 0,
                       Json::object().set("sha256", hashes).set("uploadId", id.value));
}

// The body of the request. Throws Failure: 400 if it is longer than what is left, and 460.
IncomingBlob receive_piece(const Context& context, std::int64_t left) {
  tus::PieceChecksum checksum(context.request);
  IncomingBlob piece = context.services.blobs.receive();
  std::array<std::byte, fcgi::kBodyStep> buffer;
  while (const std::size_t count = context.request.read_body(buffer)) {
    const auto bytes = std::span<const std::byte>(buffer).first(count);
    if (piece.size() + static_cast<std::int64_t>(count) > left) {
      refuse_field("body", "is longer than the " + std::to_string(left) +
                               " bytes that are left of the upload");
    }
    checksum.update(bytes);
    piece.write(bytes);
  }
  checksum.require_match(piece.finish());
  return piece;
}

// Appends the bytes of a stored file, which must still have that hash.
void add_file(const FileDescriptor& file, const std::string& sha256, IncomingBlob& whole) {
  std::array<std::byte, fcgi::kBodyStep> buffer;
  Sha256 digest;
  std::int64_t at = 0;
  while (const std::size_t count = read_some_at(file.get(), buffer, at)) {
    const auto bytes = std::span<const std::byte>(buffer).first(count);
    digest.update(bytes);
    whole.write(bytes);
    at += static_cast<std::int64_t>(count);
  }
  if (to_hex(digest.finish()) != sha256) throw IoError("a piece has changed: " + sha256, EBADMSG);
}

IncomingBlob joined(const Context& context, const Upload& upload, const IncomingBlob& last) {
  std::vector<uploads::Piece> pieces;
  {
    pg::Tx tx = context.read();
    pieces = uploads::pieces(tx, context.tenant, upload.id);
  }
  IncomingBlob whole = context.services.blobs.receive();
  for (const uploads::Piece& piece : pieces) {
    add_file(context.services.blobs.open(context.tenant, piece.sha256), piece.sha256, whole);
  }
  add_file(open_for_reading(last.path().string()), last.sha256(), whole);
  whole.finish();
  return whole;
}

// Stores a piece that is not the last one.
void keep_piece(const Context& context, const Upload& upload, IncomingBlob& piece) {
  if (upload.pieces >= kMaxPieces) {
    throw Failure(ErrorCode::LimitExceeded,
                  "The upload has too many pieces. Start a new one with larger pieces.",
                  Json::object()
                      .set("limit", "pieces")
                      .set("allowed", kMaxPieces)
                      .set("found", upload.pieces + 1));
  }
  context.services.blobs.send(context.tenant, piece);  // before anything is locked
  pg::Tx tx = context.write();
  static_cast<void>(session_actor(context, tx));  // no entry: the trail has beginning and end
  const uploads::Piece row{upload.received_bytes, piece.size(), piece.sha256()};
  if (!uploads::append(tx, context.tenant, upload.id, row,
                       context.services.config.upload_lifetime)) {
    tx.roll_back();
    refuse_late(context, upload.id);
  }
  keep_once(context, tx, piece);
  tx.commit();
}

// Another request has changed the upload.
class Late : public std::exception {};

Intake complete(const Context& context, const Upload& upload, IncomingBlob& last) {
  const auto alongside = [&](pg::Tx& tx, const DocumentId& document) {
    const auto files = uploads::complete(tx, context.tenant, upload.id, upload.received_bytes,
                                         document, context.services.config.upload_lifetime);
    if (!files) throw Late{};
    remove_later(tx, context.tenant, upload.id, *files);
  };
  try {
    if (upload.received_bytes == 0) {
      return take_in(context, last, upload.original_filename, alongside);
    }
    require_room(context, upload.size_bytes);
    IncomingBlob whole = joined(context, upload, last);
    return take_in(context, whole, upload.original_filename, alongside);
  } catch (const Late&) {
    refuse_late(context, upload.id);
  }
}

}  // namespace

void refuse_offset(const Upload& upload) {
  Json details = Json::object().set("offset", upload.received_bytes);
  if (upload.document) details.set("documentId", upload.document->value);
  throw Failure(ErrorCode::Conflict,
                "Upload-Offset is not the offset of this upload; continue at " +
                    std::to_string(upload.received_bytes),
                details);
}

Upload named_upload(const Context& context, pg::Tx& tx, const UploadId& id) {
  Upload upload = found(uploads::find(tx, context.tenant, id, context.session.user), context, tx,
                        kUpload, id.value);
  if (!upload.expired) return upload;
  throw Failure(ErrorCode::Gone, "The upload has expired; start a new one",
                Json::object().set(kUpload.id_name, id.value));
}

Upload named_upload(const Context& context, const UploadId& id) {
  pg::Tx tx = context.read();
  return named_upload(context, tx, id);
}

std::optional<Intake> add_piece(const Context& context, const Upload& upload) {
  IncomingBlob piece = receive_piece(context, upload.size_bytes - upload.received_bytes);
  if (piece.size() == 0) return std::nullopt;
  if (upload.received_bytes + piece.size() == upload.size_bytes) {
    return complete(context, upload, piece);
  }
  keep_piece(context, upload, piece);
  return std::nullopt;
}

bool give_up(const Context& context, pg::Tx& tx, const UploadId& id) {
  const auto files = uploads::remove(tx, context.tenant, id);
  if (!files) return false;
  remove_later(tx, context.tenant, id, *files);
  return true;
}

}  // namespace assay::handlers
