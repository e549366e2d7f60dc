// SPDX-License-Identifier: Apache-2.0
// Removes originals without taking one away from an upload of the same bytes.
#include "pipeline/jobs/documents/document_jobs.hpp"

#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/documents.hpp"

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
      if (removed > 0) append_audit(context, tx, removed);
      return;
    }
    if (!store::work::retry(tx, context.claim(), kUploadGrace, "uploaded a moment ago")) {
      throw ClaimLost();
    }
  });
  log::info("purged", {{"removed", removed}, {"putOff", young}});
}

}  // namespace assay::jobs
