// SPDX-License-Identifier: Apache-2.0
// Removes the files of erased documents, and of packages that were made of them. None can come
// back: an export takes only originals whose documents are there.
#include <chrono>

#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/retention.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"

namespace assay::jobs {
namespace {

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

}  // namespace

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

}  // namespace assay::jobs
