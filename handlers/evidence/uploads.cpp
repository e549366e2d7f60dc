// SPDX-License-Identifier: Apache-2.0
// Uploads in pieces: what the requests of the tus protocol do.
#include <optional>
#include <string>

#include "db/store/evidence/uploads.hpp"
#include "fcgi/multipart.hpp"
#include "handlers/evidence/intake.hpp"
#include "handlers/evidence/tus.hpp"
#include "handlers/evidence/upload_pieces.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace uploads = store::uploads;
using uploads::Upload;

Json rendered(const Upload& upload) {
  Json json = Json::object();
  json.set("id", upload.id.value)
      .set("originalFilename", upload.original_filename)
      .set("sizeBytes", upload.size_bytes)
      .set("receivedBytes", upload.received_bytes)
      .set("documentId", upload.document ? Json(upload.document->value) : Json())
      .set("createdAt", to_iso8601(upload.created_at))
      .set("expiresAt", to_iso8601(upload.expires_at));
  return json;
}

void require_open_room(const Config& config, const uploads::Open& open) {
  const auto check = [](std::string_view limit, std::int64_t allowed, std::int64_t found) {
    if (allowed == 0 || found <= allowed) return;
    throw Failure(ErrorCode::LimitExceeded,
                  "With this upload the tenant would have " + std::to_string(found) + " " +
                      std::string(limit == "openUploads" ? "uploads" : "bytes of uploads") +
                      " that are not complete, and at most " + std::to_string(allowed) +
                      " are allowed. Complete or delete some.",
                  Json::object().set("limit", limit).set("allowed", allowed).set("found", found));
  };
  check("openUploads", config.tenant_max_open_uploads, open.uploads);
  check("openUploadBytes", config.tenant_max_open_upload_bytes, open.bytes);
}

uploads::NewUpload asked_for(const Context& context) {
  for (const char* name : {"Upload-Defer-Length", "Upload-Concat"}) {
    if (context.request.header_values(name).empty()) continue;
    refuse_field(name, "is not supported: send one upload, with its Upload-Length");
  }
  const std::int64_t size = tus::number_in(context.request, "Upload-Length");
  const std::int64_t limit = context.services.config.max_upload_bytes;
  if (size == 0) refuse_field("Upload-Length", "must be at least 1: the file is empty");
  if (size > limit) fcgi::refuse_large_file(limit);
  const tus::Metadata metadata = tus::metadata_of(context.request);
  return {UploadId::fresh(), context.session.user, metadata.filename, metadata.as_sent, size};
}

Upload create(const Context& context, const uploads::NewUpload& fresh) {
  const Config& config = context.services.config;
  pg::Tx tx = context.write();
  uploads::insert(tx, context.tenant, fresh, config.upload_lifetime);
  require_open_room(config, uploads::lock_open(tx, context.tenant));
  Upload upload = named_upload(context, tx, fresh.id);
  record(context, tx,
         {.action = "upload.create",
          .object_type = "upload",
          .object_id = fresh.id.value,
          .detail = Json::object()
                        .set("originalFilename", fresh.original_filename)
                        .set("sizeBytes", fresh.size_bytes)});
  tx.commit();
  return upload;
}

// The first piece comes with the request that creates the upload. If it is refused, the client does
// not know the upload's address yet.
std::optional<Intake> add_first_piece(const Context& context, const Upload& upload) {
  try {
    return add_piece(context, upload);
  } catch (const Failure&) {
    pg::Tx tx = context.write();
    static_cast<void>(session_actor(context, tx));
    if (give_up(context, tx, upload.id)) tx.commit();
    throw;
  }
}

}  // namespace

Response uploads_options(Context& context) {
  if (!context.services.config.cors_origins.empty() && is_preflight(context.request)) {
    return preflight_response("OPTIONS, POST");
  }
  Response response(204);
  response.set("Tus-Version", kTusVersion)
      .set("Tus-Extension", tus::kExtensions)
      .set("Tus-Max-Size", std::to_string(context.services.config.max_upload_bytes))
      .set("Tus-Checksum-Algorithm", tus::kAlgorithms);
  return response;
}

Response uploads_create(Context& context) {
  tus::require_version(context.request);
  const bool with_piece = tus::has_piece(context.request);
  require_room(context);
  Upload upload = create(context, asked_for(context));
  std::optional<Intake> taken;
  if (with_piece) {
    taken = add_first_piece(context, upload);
    upload = named_upload(context, upload.id);
  }
  Json body = taken ? std::move(taken->body) : Json::object();
  Response response = Response::json(201, body.set("upload", rendered(upload)));
  tus::describe(upload, response);
  return response;
}

Response uploads_get(Context& context) {
  if (context.request.method() == "HEAD") tus::require_version(context.request);
  const Upload upload = named_upload(context, path_id<UploadId>(context, kUpload));
  Response response = Response::json(200, rendered(upload));
  tus::describe(upload, response);
  response.set("Upload-Length", std::to_string(upload.size_bytes))
      .set("Upload-Metadata", upload.metadata);
  return response;
}

Response uploads_append(Context& context) {
  tus::require_version(context.request);
  const auto id = path_id<UploadId>(context, kUpload);
  if (!tus::has_piece(context.request)) refuse_field("body", "is missing");
  const Upload upload = named_upload(context, id);
  if (tus::number_in(context.request, "Upload-Offset") != upload.received_bytes) {
    refuse_offset(upload);
  }
  require_room(context);
  const auto taken = add_piece(context, upload);
  Response response = taken ? Response::json(200, taken->body) : Response(204);
  tus::describe(named_upload(context, id), response);
  return response;
}

Response uploads_delete(Context& context) {
  tus::require_version(context.request);
  const auto id = path_id<UploadId>(context, kUpload);
  pg::Tx tx = context.write();
  const Upload upload = named_upload(context, tx, id);
  if (!give_up(context, tx, id)) throw_absent(context, tx, kUpload, id.value);
  record(context, tx,
         {.action = "upload.delete",
          .object_type = "upload",
          .object_id = id.value,
          .detail = Json::object().set("originalFilename", upload.original_filename)});
  tx.commit();
  return Response(204);
}

}  // namespace assay::handlers
