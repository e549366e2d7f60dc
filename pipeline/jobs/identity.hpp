// SPDX-License-Identifier: Apache-2.0
// Identifies a daemon by host, boot, process and start time in one name, so that the next daemon on
// the same host can tell that an earlier one is dead.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace assay::jobs {

struct Identity {
  std::string host;
  std::string worker;  // "host/boot/pid/start"
};

// The identity of this process. If the boot id cannot be read (a hidden /proc), it is random, so
// that nobody draws conclusions from it.
[[nodiscard]] Identity own_identity();

// True only if it is certain: same host and boot as `own`, and no process with that number and
// start time.
[[nodiscard]] bool surely_dead(std::string_view worker, const Identity& own);

}  // namespace assay::jobs
