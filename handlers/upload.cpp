// SPDX-License-Identifier: Apache-2.0
// Taking in a document: bytes to the blob store, checks, one transaction.
#include <filesystem>
#include <stdexcept>

#include "db/store/documents.hpp"
#include "db/store/render.hpp"
#include "db/store/work.hpp"
#include "fcgi/single_file.hpp"
#include "handlers/handlers.hpp"
#include "handlers/incoming_file.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

namespace documents = store::documents;

Response answer(int status, const documents::Document& document) {
  Json body = Json::object();
  body.set("document", store::render::document(document));
  if (status == 200) body.set("duplicate", true);
  return Response::json(status, body);
}

// The same bytes again. A FAILED document gets another chance; all else stays as it is. nullopt
// when the document has gone meanwhile.
std::optional<Response> answer_duplicate(const Context& context, pg::Tx& tx, const DocumentId& id) {
  if (!documents::lock(tx, context.tenant, id)) return std::nullopt;
  const bool again = documents::reset(tx, context.tenant, id);
  if (again) store::work::enqueue(tx, context.tenant, store::work::Kind::Document, id.value);
  const auto document = documents::find(tx, context.tenant, id);
  if (!document) throw std::logic_error("a locked document is not there");
  record(context, tx,
         {.action = "document.upload_duplicate",
          .object_type = "document",
          .object_id = id.value,
          .detail = Json::object().set("sha256", document->sha256).set("queuedAgain", again)});
  tx.commit();
  return answer(200, *document);
}

// The answer when the tenant has these bytes already and they need no mending. An original that was
// lost, or a FAILED document, takes the long way: its blob is stored anew.
std::optional<Response> answer_known(const Context& context, const std::string& sha256) {
  const auto path = context.services.blobs.path_of(context.tenant, sha256);
  if (!std::filesystem::exists(path)) return std::nullopt;
  pg::Tx tx = context.write();
  const auto document = documents::find_by_sha256(tx, context.tenant, sha256);
  if (!document || document->status == DocumentStatus::Failed) return std::nullopt;
  return answer_duplicate(context, tx, document->id);
}

// nullopt when another document with these bytes was there first and has gone again since.
std::optional<Response> store_document(const Context& context,
                                       const documents::NewDocument& document) {
  pg::Tx tx = context.write();
  if (!documents::insert(tx, context.tenant, document)) {
    const auto first = documents::find_by_sha256(tx, context.tenant, document.sha256);
    if (!first) return std::nullopt;
    return answer_duplicate(context, tx, first->id);
  }
  store::work::enqueue(tx, context.tenant, store::work::Kind::Document, document.id.value);
  const auto stored = documents::find(tx, context.tenant, document.id);
  if (!stored) throw std::logic_error("a document written just now is not there");
  record(context, tx,
         {.action = "document.upload",
          .object_type = "document",
          .object_id = document.id.value,
          .detail = Json::object()
                        .set("originalFilename", document.original_filename)
                        .set("sha256", document.sha256)
                        .set("sizeBytes", document.size_bytes)});
  tx.commit();
  return answer(201, *stored);
}

}  // namespace

Response documents_upload(Context& context) {
  const Services& services = context.services;
  IncomingBlob blob = services.blobs.receive();
  const std::string name = stored_name(
      fcgi::receive_single_file(context.request, services.config.max_upload_bytes,
                                [&](std::span<const std::byte> bytes) { blob.write(bytes); }));
  if (blob.size() == 0) refuse_field("file", "is empty");
  const std::string sha256 = blob.finish();
  if (auto response = answer_known(context, sha256)) return std::move(*response);
  const Inspection inspection = inspect(services.extractor, blob, name);
  services.blobs.keep(context.tenant, blob);
  const documents::NewDocument document{.id = DocumentId::fresh(),
                                        .parent = std::nullopt,
                                        .original_filename = name,
                                        .file_type = inspection.file_type,
                                        .content_type = inspection.content_type,
                                        .size_bytes = blob.size(),
                                        .sha256 = sha256,
                                        .uploaded_by = context.session.user};
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (auto response = store_document(context, document)) return std::move(*response);
  }
  throw Failure(ErrorCode::Conflict, "The same file is being deleted; upload it again");
}

}  // namespace assay::handlers
