// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of the fields of reproductions.
#include "db/store/render_reproductions.hpp"

#include "db/store/render.hpp"

namespace assay::store::render {

Json reproduction(const reproductions::Reproduction& made) {
  return Json::object()
      .set("id", made.id.value)
      .set("runId", made.run.value)
      .set("status", to_text(made.status))
      .set("identical", made.identical)
      .set("differences", made.differences)
      .set("evaluator", Json::object()
                            .set("id", made.judge.evaluator)
                            .set("version", made.judge.version)
                            .set("model", made.judge.model))
      .set("requestedBy", made.requested_by.value)
      .set("createdAt", at(made.created_at))
      .set("completedAt", at(made.completed_at))
      .set("failedAt", at(made.failed_at))
      .set("failureReason", made.failure_reason);
}

}  // namespace assay::store::render
