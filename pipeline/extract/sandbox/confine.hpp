// SPDX-License-Identifier: Apache-2.0
// The way into the sandbox, the same for each program that reads documents.
#pragma once

#include <cstdint>
#include <functional>

namespace assay::extract {

struct ProcessLimits {
  std::int64_t memory_bytes = 0;
  std::int64_t cpu_seconds = 0;
};

// Loads what the libraries need, calls prepare() for what the program itself needs, then sets the
// limits and enters the sandbox. Throws if any of it fails: then nothing may be read.
void confine(ProcessLimits limits, const std::function<void()>& prepare);

}  // namespace assay::extract
