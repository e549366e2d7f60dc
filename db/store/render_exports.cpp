// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of the fields of exports.
#include "db/store/render_exports.hpp"

#include "db/store/render.hpp"

namespace assay::store::render {

Json run_export(const exports::Export& made) {
  return Json::object()
      .set("id", made.id.value)
      .set("runId", made.run.value)
      .set("format", to_text(made.format))
      .set("status", to_text(made.status))
      .set("requestedBy", id(made.requested_by))
      .set("createdAt", at(made.created_at))
      .set("completedAt", at(made.completed_at))
      .set("failedAt", at(made.failed_at))
      .set("failureCode", made.failure_code)
      .set("failureReason", made.failure_reason)
      .set("sizeBytes", made.size_bytes)
      .set("sha256", made.sha256);
}

}  // namespace assay::store::render
