// SPDX-License-Identifier: Apache-2.0
// The frozen record of a run for a request, and what a request gets when it is not what was frozen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/store/frozen.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

// The public keys that checkpoints of the trail are trusted by; none where the service has no key.
[[nodiscard]] std::vector<std::string> trusted_audit_keys(const Context& context);

// Precondition: the run is CAPTURED. Where a check of store::frozen::read() fails, records the
// action on the run with the outcome error, commits, and throws SNAPSHOT_INTEGRITY_FAILURE.
[[nodiscard]] store::frozen::Record frozen_run(const Context& context, pg::Tx& tx,
                                               const store::runs::Run& run,
                                               std::string_view action);

// Precondition: the run has ended and is LEGACY. Does the same where it was frozen all the same.
void require_unfrozen(const Context& context, pg::Tx& tx, const store::runs::Run& run,
                      std::string_view action);

}  // namespace assay::handlers
