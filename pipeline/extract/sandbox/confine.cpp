// SPDX-License-Identifier: Apache-2.0
// The order matters: files are opened before Landlock, limits set before system calls are refused.
#include "pipeline/extract/sandbox/confine.hpp"

#include "core/extract/landlock.hpp"
#include "pipeline/extract/sandbox/process_limits.hpp"
#include "pipeline/extract/sandbox/sandbox.hpp"
#include "pipeline/extract/sandbox/warm_up.hpp"

namespace assay::extract {

int load_all(const std::function<void()>& prepare) {
  const int landlock = landlock_version();
  warm_up();
  if (landlock == 0) load_rare_converters();
  prepare();
  return landlock;
}

void confine(ProcessLimits limits, int landlock) {
  limit_resources(limits.memory_bytes, limits.cpu_seconds);
  drop_root();
  enter_sandbox(landlock);
}

}  // namespace assay::extract
