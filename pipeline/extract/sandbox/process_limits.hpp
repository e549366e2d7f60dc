// SPDX-License-Identifier: Apache-2.0
// Limits the process's resources, and the user that it runs as.
#pragma once

#include <cstdint>

namespace assay::extract {

// Address space and CPU time as given, no file writing, no core dumps, 16 descriptors, no more
// processes. Throws IoError.
void limit_resources(std::int64_t memory_bytes, std::int64_t cpu_seconds);
// As root, becomes nobody for good; otherwise does nothing. Throws IoError.
void drop_root();

}  // namespace assay::extract
