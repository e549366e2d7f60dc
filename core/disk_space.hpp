// SPDX-License-Identifier: Apache-2.0
// How much room a file system has.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

struct DiskSpace {
  std::int64_t total_bytes = 0;
  std::int64_t free_bytes = 0;  // what a process without privileges may use
};

// Of the file system that the path is on. Throws IoError.
[[nodiscard]] DiskSpace disk_space(const std::string& path);

}  // namespace assay
