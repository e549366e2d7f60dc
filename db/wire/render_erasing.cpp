// SPDX-License-Identifier: Apache-2.0
// Wire names of erasures, legal holds and rules of retention.
#include "db/wire/render_erasing.hpp"

#include "db/wire/render.hpp"

namespace assay::store::render {

Json erasure(const erasures::Erasure& erasure) {
  return Json::object()
      .set("id", erasure.id.value)
      .set("documentId", erasure.document.value)
      .set("originalFilename", erasure.original_filename)
      .set("reason", erasure.reason)
      .set("status", to_text(erasure.status))
      .set("documentCount", erasure.documents)
      .set("exportCount", erasure.exports)
      .set("requestedBy", id(erasure.requested_by))
      .set("createdAt", at(erasure.created_at))
      .set("completedAt", at(erasure.completed_at))
      .set("failedAt", at(erasure.failed_at))
      .set("failureReason", erasure.failure_reason);
}

Json erased_document(const archives::Item& document) {
  return Json::object()
      .set("id", document.id.value)
      .set("originalFilename", document.original_filename)
      .set("sha256Hash", document.sha256)
      .set("sizeBytes", document.size_bytes);
}

Json quoting_run(const erasures::Quoting& run) {
  return Json::object()
      .set("runId", run.run.value)
      .set("packId", run.pack.value)
      .set("status", to_text(run.status))
      .set("createdAt", at(run.created_at))
      .set("quotes", run.quotes);
}

Json legal_hold(const legal_holds::Hold& hold) {
  return Json::object()
      .set("id", hold.id.value)
      .set("documentId", id(hold.document))
      .set("originalFilename", hold.original_filename)
      .set("reason", hold.reason)
      .set("createdBy", hold.created_by.value)
      .set("createdAt", at(hold.created_at))
      .set("releasedBy", id(hold.released_by))
      .set("releasedAt", at(hold.released_at));
}

Json retention(const retention::Rules& rules) {
  return Json::object()
      .set("documentDays", rules.document_days)
      .set("exportDays", rules.export_days)
      .set("updatedAt", at(rules.updated_at))
      .set("updatedBy", id(rules.updated_by))
      .set("appliedFrom", at(rules.applied_from));
}

}  // namespace assay::store::render
