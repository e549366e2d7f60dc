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

// Loads what the libraries need, then calls prepare() for what the program itself needs. Returns
// the kernel's Landlock version (core/extract/landlock.hpp). Throws if any of it fails.
[[nodiscard]] int load_all(const std::function<void()>& prepare);
// Sets the limits and enters the sandbox. landlock: what load_all() returned, in this process or
// the one that it was forked from. Throws if any of it fails: then nothing may be read.
void confine(ProcessLimits limits, int landlock);

}  // namespace assay::extract
