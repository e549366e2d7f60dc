// SPDX-License-Identifier: Apache-2.0
// Who a daemon is: host, boot, process and its start time in one name, so that the next daemon on
// the same host can tell that a former one is dead.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace assay::jobs {

struct Identity {
  std::string host;
  std::string worker;  // "host/boot/pid/start"
};

// Of this process. Where the boot id cannot be read (a hidden /proc), it is random, so that nobody
// ever concludes anything from it.
[[nodiscard]] Identity own_identity();

// True only when it is certain: the same host and boot as `own`, and no process of that number with
// that start time.
[[nodiscard]] bool surely_dead(std::string_view worker, const Identity& own);

}  // namespace assay::jobs
