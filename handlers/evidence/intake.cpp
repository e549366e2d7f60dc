// SPDX-License-Identifier: Apache-2.0
// Takes in a file: checks, bytes to the blob store, one transaction.
#include "handlers/evidence/intake.hpp"

#include <stdexcept>

#include "db/store/evidence/documents.hpp"
#include "db/store/work/queue.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace archives = store::archives;
namespace documents = store::documents;

Intake intake_of(const Context& context, pg::Tx& tx, bool fresh,
                 const documents::Document& document) {
  Json body = Json::object();
  body.set("document", store::render::document(document));
  if (!fresh) body.set("duplicate", true);
  const auto members = archives::members(tx, context.tenant, document.id);
  if (!members.empty()) body.set("members", store::render::archive_members(members));
  return {document.id, fresh, std::move(body)};
}

// Takes in bytes that the tenant already has. A FAILED document is tried again, and an
// archive with a missing or FAILED file is unpacked again; anything else stays as it is. nullopt
// when the document has been deleted meanwhile.
std::optional<Intake> take_duplicate(const Context& context, pg::Tx& tx, const DocumentId& id,
                                     IncomingBlob* blob, const Alongside& alongside) {
  const auto before = documents::lock(tx, context.tenant, id);
  if (!before) return std::nullopt;
  if (alongside) alongside(tx, id);
  documents::note_own_upload(tx, context.tenant, id);
  const bool again =
      documents::reset(tx, context.tenant, id) || archives::reopen(tx, context.tenant, id);
  // A document that is being processed already has a work item; this then adds none.
  if (again || before->status != DocumentStatus::Ready) {
    store::work::enqueue(tx, context.tenant, store::work::Kind::Document, id.value);
  }
  const auto document = documents::find(tx, context.tenant, id);
  if (!document) throw std::logic_error("a locked document is not there");
  Intake taken = intake_of(context, tx, false, *document);
  record(context, tx,
         {.action = "document.upload_duplicate",
          .object_type = "document",
          .object_id = id.value,
          .detail = Json::object().set("sha256", document->sha256).set("queuedAgain", again)});
  if (blob != nullptr) keep_once(context, tx, *blob);
  tx.commit();
  return taken;
}

// The result when the tenant already has these bytes and they need no repair. A lost or altered
// original and a FAILED document take the full path: the blob is stored again.
std::optional<Intake> take_known(const Context& context, const std::string& sha256,
                                 const Alongside& alongside) {
  if (issue_with_bytes(context, sha256)) return std::nullopt;
  pg::Tx tx = context.write();
  const auto document = documents::find_by_sha256(tx, context.tenant, sha256);
  if (!document || document->status == DocumentStatus::Failed) return std::nullopt;
  return take_duplicate(context, tx, document->id, nullptr, alongside);
}

bool limits_room(const Config& config) {
  return config.tenant_max_documents > 0 || config.tenant_max_bytes > 0;
}

// Throws Failure 422 when that is more than the tenant may have.
void require_within_quotas(const Config& config, const store::quotas::Usage& usage) {
  const auto check = [](std::string_view limit, std::int64_t allowed, std::int64_t found) {
    if (allowed == 0 || found <= allowed) return;
    throw Failure(ErrorCode::LimitExceeded,
                  "With this file the tenant would have " + std::to_string(found) + " " +
                      std::string(limit) + ", and at most " + std::to_string(allowed) +
                      " are allowed. Delete documents that are no longer needed, or ask the "
                      "administrator for more room.",
                  Json::object().set("limit", limit).set("allowed", allowed).set("found", found));
  };
  check("documents", config.tenant_max_documents, usage.documents);
  check("bytes", config.tenant_max_bytes, usage.bytes);
}

// The same for a file that is not stored yet, so that it need not be inspected in vain.
void require_room(const Context& context, const std::string& sha256, std::int64_t size) {
  const Config& config = context.services.config;
  if (!limits_room(config)) return;
  pg::Tx tx = context.read();
  if (documents::find_by_sha256(tx, context.tenant, sha256)) return;  // nothing is added
  store::quotas::Usage usage = store::quotas::usage(tx, context.tenant);
  ++usage.documents;
  usage.bytes += size;
  require_within_quotas(config, usage);
}

// nullopt when another document with these bytes was there first and has since been deleted.
std::optional<Intake> store_document(const Context& context, const documents::NewDocument& document,
                                     const std::vector<ArchiveFile>& files, IncomingBlob& blob,
                                     const Alongside& alongside) {
  pg::Tx tx = context.write();
  if (!documents::insert(tx, context.tenant, document)) {
    const auto first = documents::find_by_sha256(tx, context.tenant, document.sha256);
    if (!first) return std::nullopt;
    return take_duplicate(context, tx, first->id, &blob, alongside);
  }
  if (alongside) alongside(tx, document.id);
  if (const Config& config = context.services.config; limits_room(config)) {
    require_within_quotas(config, store::quotas::lock_usage(tx, context.tenant));
  }
  archives::expect(tx, context.tenant, document.id, files);
  store::work::enqueue(tx, context.tenant, store::work::Kind::Document, document.id.value);
  const auto stored = documents::find(tx, context.tenant, document.id);
  if (!stored) throw std::logic_error("a document written just now is not there");
  Intake taken = intake_of(context, tx, true, *stored);
  record(context, tx,
         {.action = "document.upload",
          .object_type = "document",
          .object_id = document.id.value,
          .detail = Json::object()
                        .set("originalFilename", document.original_filename)
                        .set("sha256", document.sha256)
                        .set("sizeBytes", document.size_bytes)});
  keep_once(context, tx, blob);
  tx.commit();
  return taken;
}

}  // namespace

void keep_once(const Context& context, pg::Tx& tx, IncomingBlob& blob) {
  if (blob.path().empty()) return;
  documents::lock_blob(tx, context.tenant, blob.sha256());
  context.services.blobs.keep(context.tenant, blob);
}

Intake take_in(const Context& context, IncomingBlob& blob, const std::string& name,
               const Alongside& alongside) {
  if (blob.size() == 0) refuse_field("file", "is empty");
  const std::string& sha256 = blob.sha256();
  if (auto taken = take_known(context, sha256, alongside)) return std::move(*taken);
  require_room(context, sha256, blob.size());
  const Inspection inspection = inspect(context, blob, name);
  const documents::NewDocument document{.id = DocumentId::fresh(),
                                        .original_filename = name,
                                        .file_type = inspection.file_type,
                                        .content_type = inspection.content_type,
                                        .size_bytes = blob.size(),
                                        .sha256 = sha256,
                                        .uploaded_by = context.session.user};
  context.services.blobs.send(context.tenant, blob);  // before anything is locked
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (auto taken = store_document(context, document, inspection.files, blob, alongside)) {
      return std::move(*taken);
    }
  }
  throw Failure(ErrorCode::Conflict, "The same file is being deleted; upload it again");
}

}  // namespace assay::handlers
