// SPDX-License-Identifier: Apache-2.0
// The frozen record of a run, once its hash was checked.
#pragma once

#include <string>
#include <string_view>

#include "db/store/runs.hpp"
#include "handlers/context.hpp"

namespace assay::handlers {

struct FrozenRun {
  std::string hash;
  Timestamp captured_at;
  Json content;  // an object
};

// Precondition: the run is CAPTURED. Where its content is not what was hashed when it ended,
// records the action on the run with the outcome error, commits, and throws
// SNAPSHOT_INTEGRITY_FAILURE.
[[nodiscard]] FrozenRun frozen_run(const Context& context, pg::Tx& tx, const store::runs::Run& run,
                                   std::string_view action);

}  // namespace assay::handlers
