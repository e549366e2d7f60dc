// SPDX-License-Identifier: Apache-2.0
// The jobs that remove. A purge removes originals without taking one away from an upload of the
// same bytes. An erasure removes the files of erased documents, and of packages made from them;
// none can come back, because an export takes only originals whose documents exist. A tenant's
// retention rules are applied one document per transaction, so that an interrupted job loses
// nothing and a hold that is set meanwhile counts.
#include "pipeline/jobs/documents/document_jobs.hpp"

#include <chrono>
#include <string>

#include "core/trace/log.hpp"
#include "db/erasing/removal.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/evidence/retention.hpp"

namespace assay::jobs {
namespace {

std::vector<std::string> hashes_of(const Json& payload) {
  std::vector<std::string> hashes;
  const Json list = payload.get("sha256");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (auto hash = list.at(i).as_string()) hashes.push_back(*hash);
  }
  return hashes;
}

// nullopt if a document uses the bytes, or will: an upload that has not committed yet holds the
// same lock.
std::optional<BlobStore::Removal> remove_one(const JobContext& context, const std::string& hash) {
  pg::Tx tx(context.connection(), pg::Access::ReadWrite, context.tenant());
  store::documents::lock_blob(tx, context.tenant(), hash);
  if (store::documents::uses_blob(tx, context.tenant(), hash)) return std::nullopt;
  return context.services().blobs.remove(context.tenant(), hash, kUploadGrace);
}

// Counts the removed files. A removal that had to wait for an upload is counted when it is done.
void append_audit(const JobContext& context, pg::Tx& tx, std::size_t files) {
  store::audit::Event event;
  event.action = "document.purged";
  event.object_type = "document";
  event.object_id = context.claim().subject_id;
  event.detail = Json::object().set("files", files).canonical();
  store::audit::append(tx, context.tenant(), event);
}

namespace erasures = store::erasures;

constexpr std::chrono::seconds kPackageWait{5};

bool begin(const JobContext& context, const ErasureId& id) {
  bool begun = false;
  context.fenced([&](pg::Tx& tx) {
    begun = erasures::start(tx, context.tenant(), id);
    if (!begun) context.finish(tx);
  });
  return begun;
}

// Returns how many are too young.
std::size_t remove_files(const JobContext& context, const ErasureId& id) {
  const auto hashes =
      context.reading([&](pg::Tx& tx) { return erasures::files(tx, context.tenant(), id); });
  return remove_unused(context, hashes).young;
}

void postpone(const JobContext& context, pg::Tx& tx, std::chrono::seconds delay,
              std::string_view why) {
  context.progressed(tx);  // waiting is no failed attempt
  if (!store::work::retry(tx, context.claim(), delay, why)) throw ClaimLost();
}

// Records the packages that hold an original. Returns false, with the item postponed, while one is
// being made: it may have opened an original before the document was removed.
bool note_packages(const JobContext& context, const ErasureId& id) {
  bool noted = false;
  context.fenced([&](pg::Tx& tx) {
    noted = erasures::note_exports(tx, context.tenant(), id);
    if (!noted) postpone(context, tx, kPackageWait, "an evidence package is being made");
  });
  return noted;
}

store::audit::Event completed(const erasures::Erasure& erasure,
                              const std::vector<ExportId>& exports) {
  Json ids = Json::array();
  for (const ExportId& id : exports) ids.push(id.value);
  store::audit::Event event;
  event.action = "erasure.completed";
  event.object_type = "erasure";
  event.object_id = erasure.id.value;
  event.detail = Json::object()
                     .set("documentId", erasure.document.value)
                     .set("documents", erasure.documents)
                     .set("exportIds", ids)
                     .canonical();
  return event;
}

namespace retention = store::retention;

void append_erased(const JobContext& context, pg::Tx& tx, const DocumentId& id,
                   const std::vector<erasing::Item>& going, const erasing::Order& order,
                   const ErasureId& erasure) {
  store::audit::Event event;
  event.action = "document.erase";
  event.object_type = "document";
  event.object_id = id.value;
  event.detail = erasing::detail_of(id, going)
                     .set("erasureId", erasure.value)
                     .set("reason", order.reason)
                     .canonical();
  store::audit::append(tx, context.tenant(), event);
}

// False if a hold covers something that would go with the document, or it is gone already.
bool erase(const JobContext& context, pg::Tx& tx, const DocumentId& id) {
  const auto going = erasing::lock(tx, context.tenant(), id);
  if (going.empty()) return false;
  std::vector<DocumentId> ids;
  for (const erasing::Item& item : going) ids.push_back(item.id);
  if (!store::legal_holds::covering_removed(tx, context.tenant(), ids).empty()) return false;
  const auto days = retention::find(tx, context.tenant()).document_days;
  if (!days) return false;
  const erasing::Order order{
      id, "Retention: uploaded more than " + std::to_string(*days) + " days ago", std::nullopt};
  const ErasureId erasure = erasing::erase(tx, context.tenant(), order, going);
  append_erased(context, tx, id, going, order, erasure);
  return true;
}

std::size_t erase_documents(const JobContext& context) {
  std::size_t erased = 0;
  std::optional<retention::Position> place;
  for (;;) {
    context.give_way();
    place = context.reading(
        [&](pg::Tx& tx) { return retention::next_document(tx, context.tenant(), place); });
    if (!place) return erased;
    pg::Tx tx(context.connection(), pg::Access::ReadWrite, context.tenant());
    if (!store::work::hold(tx, context.claim())) throw ClaimLost();
    // Not committed, so what is held keeps its work, which lock() took from the queue.
    if (!erase(context, tx, place->id)) continue;
    context.progressed(tx);
    tx.commit();
    ++erased;
  }
}

std::size_t take_exports(const JobContext& context) {
  std::vector<retention::DueExport> taken;
  context.fenced([&](pg::Tx& tx) {
    taken = retention::take_exports(tx, context.tenant());
    if (taken.empty()) return;
    Json hashes = Json::array();
    Json ids = Json::array();
    for (const retention::DueExport& one : taken) {
      hashes.push(one.sha256);
      ids.push(one.id.value);
    }
    // An item of its own, so that no file is forgotten if this one ends early.
    store::work::enqueue(tx, context.tenant(), store::work::Kind::Purge, new_uuid(), 0,
                         Json::object().set("sha256", hashes));
    store::audit::Event event;
    event.action = "export.expire";
    event.object_type = "retention";
    event.object_id = context.tenant().value;
    event.detail = Json::object().set("exportIds", ids).canonical();
    store::audit::append(tx, context.tenant(), event);
  });
  return taken.size();
}

}  // namespace

RemovedFiles remove_unused(const JobContext& context, const std::vector<std::string>& hashes) {
  RemovedFiles files;
  for (const std::string& hash : hashes) {
    context.check();
    const auto removal = remove_one(context, hash);
    if (removal) ++(*removal == BlobStore::Removal::Gone ? files.removed : files.young);
  }
  return files;
}

void process_purge(const JobContext& context) {
  const Json& payload = context.claim().payload;
  if (const auto erasure = payload.get("erasureId").as_string()) {
    return finish_erasure(context, ErasureId{*erasure});
  }
  if (payload.has("retention")) return apply_retention(context);
  const auto [removed, young] = remove_unused(context, hashes_of(payload));
  context.fenced([&](pg::Tx& tx) {
    if (young == 0) {
      context.finish(tx);
      // Of an upload in pieces, nothing was ever evidence.
      if (removed > 0 && !payload.has("uploadId")) append_audit(context, tx, removed);
      return;
    }
    if (!store::work::retry(tx, context.claim(), kUploadGrace, "uploaded a moment ago")) {
      throw ClaimLost();
    }
  });
  log::info("purged", {{"removed", removed}, {"putOff", young}});
}

void finish_erasure(const JobContext& context, const ErasureId& id) {
  if (!begin(context, id)) return;
  if (!note_packages(context, id)) return;
  const std::size_t young = remove_files(context, id);
  context.fenced([&](pg::Tx& tx) {
    if (young > 0) {
      postpone(context, tx, kUploadGrace, "uploaded or made a moment ago");
      return;
    }
    const auto erasure = erasures::find(tx, context.tenant(), id);
    if (!erasure || !erasures::complete(tx, context.tenant(), id)) throw ClaimLost();
    context.finish(tx);
    store::audit::append(tx, context.tenant(),
                         completed(*erasure, erasures::exports(tx, context.tenant(), id)));
  });
  log::info("erased", {{"erasureId", id.value}, {"youngFiles", young}});
}

bool fail_purge(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                std::string_view reason) {
  const auto id = claim.payload.get("erasureId").as_string();
  return id && erasures::mark_failed(tx, claim.tenant, ErasureId{*id}, code, reason);
}

void apply_retention(const JobContext& context) {
  const std::size_t documents = erase_documents(context);
  const std::size_t exports = take_exports(context);
  context.fenced([&](pg::Tx& tx) { context.finish(tx); });
  log::info("retention_applied", {{"documents", documents}, {"exports", exports}});
}

}  // namespace assay::jobs
