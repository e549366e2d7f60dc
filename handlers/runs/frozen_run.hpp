// SPDX-License-Identifier: Apache-2.0
// Reads a run's frozen record for a request, and refuses one that fails its integrity checks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/store/frozen.hpp"
#include "handlers/http/context.hpp"

namespace assay::handlers {

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
