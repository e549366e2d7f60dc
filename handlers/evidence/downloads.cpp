// SPDX-License-Identifier: Apache-2.0
// Checks the stored bytes before any of them is shown.
#include "handlers/evidence/downloads.hpp"

#include "core/trace/log.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {

void record_download(const Context& context, pg::Tx& tx, const store::documents::Document& document,
                     std::optional<int> page) {
  const auto issue = issue_with_bytes(context, document.sha256);
  Json detail = Json::object().set("sha256", document.sha256);
  if (page) detail.set("pageNumber", *page);
  if (issue) detail.set("issue", *issue);
  record(context, tx,
         {.action = "document.download",
          .object_type = "document",
          .object_id = document.id.value,
          .outcome = issue ? store::audit::Outcome::Error : store::audit::Outcome::Allow,
          .detail = detail});
  if (!issue) return;
  tx.commit();
  log::error("original_integrity_failure", {{"documentId", document.id.value}, {"issue", *issue}});
  throw Failure(ErrorCode::SnapshotIntegrityFailure, "The stored file is not what was uploaded",
                Json::object().set("documentId", document.id.value).set("issue", *issue));
}

}  // namespace assay::handlers
