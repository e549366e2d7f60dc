// SPDX-License-Identifier: Apache-2.0
// Reports how much space a file system has.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

struct DiskSpace {
  std::int64_t total_bytes = 0;
  std::int64_t free_bytes = 0;  // available to unprivileged processes
};

// The space of the file system that holds the path. Throws IoError.
[[nodiscard]] DiskSpace disk_space(const std::string& path);

}  // namespace assay
