// SPDX-License-Identifier: Apache-2.0
// Checks for actions that need a run to have ended.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "db/store/runs.hpp"

namespace assay::handlers {

// Throws Failure CONFLICT {runId, status} while the run is waiting or under way. then: what is
// possible afterwards, such as "it can be replayed once it has".
inline void require_ended(const store::runs::Run& run, std::string_view then) {
  if (run.status != RunStatus::Queued && run.status != RunStatus::InProgress) return;
  throw Failure(ErrorCode::Conflict, "The run has not ended: " + std::string(then),
                Json::object().set("runId", run.id.value).set("status", to_text(run.status)));
}

}  // namespace assay::handlers
