// SPDX-License-Identifier: Apache-2.0
// Which status a task may take next.
#pragma once

#include "core/base/states.hpp"

namespace assay::handlers {

// PENDING <-> IN_PROGRESS -> COMPLETED, COMPLETED -> IN_PROGRESS (reopened). Staying is allowed.
[[nodiscard]] constexpr bool may_become(TaskStatus from, TaskStatus to) {
  if (from == to) return true;
  return from == TaskStatus::InProgress || to == TaskStatus::InProgress;
}

}  // namespace assay::handlers
