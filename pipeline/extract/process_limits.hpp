// SPDX-License-Identifier: Apache-2.0
// What the process may use at most, and as whom it runs.
#pragma once

#include <cstdint>

namespace assay::extract {

// Address space and CPU time as given, no writing to files, no core dumps, 16 descriptors, no
// further processes. Throws IoError.
void limit_resources(std::int64_t memory_bytes, std::int64_t cpu_seconds);
// As root: becomes nobody for good. Else does nothing. Throws IoError.
void drop_root();

}  // namespace assay::extract
