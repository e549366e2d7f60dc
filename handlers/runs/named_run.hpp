// SPDX-License-Identifier: Apache-2.0
// The run that a request names: finds it, refuses it until it has ended, reads its frozen record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "db/store/runs/runs.hpp"
#include "db/wire/frozen.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

// Throws Failure NOT_FOUND, or CROSS_TENANT_ACCESS_DENIED for another tenant's run.
[[nodiscard]] store::runs::Run find_run(const Context& context, pg::Tx& tx, const RunId& id);

// Throws Failure CONFLICT {runId, status} while the run is waiting or under way. then: what is
// possible afterwards, such as "it can be replayed once it has".
inline void require_ended(const store::runs::Run& run, std::string_view then) {
  if (run.status != RunStatus::Queued && run.status != RunStatus::InProgress) return;
  throw Failure(ErrorCode::Conflict, "The run has not ended: " + std::string(then),
                Json::object().set("runId", run.id.value).set("status", to_text(run.status)));
}

// The public keys trusted to sign checkpoints of the trail; empty when the service has no key.
[[nodiscard]] std::vector<std::string> trusted_audit_keys(const Context& context);

// Precondition: the run is CAPTURED. When a check of store::frozen::read() fails, records the
// action on the run with the outcome error, commits, and throws SNAPSHOT_INTEGRITY_FAILURE.
[[nodiscard]] store::frozen::Record frozen_run(const Context& context, pg::Tx& tx,
                                               const store::runs::Run& run,
                                               std::string_view action);

// Precondition: the run has ended and is LEGACY. Does the same when it was frozen nevertheless.
void require_unfrozen(const Context& context, pg::Tx& tx, const store::runs::Run& run,
                      std::string_view action);

}  // namespace assay::handlers
