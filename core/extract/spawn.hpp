// SPDX-License-Identifier: Apache-2.0
// Starts a program with three descriptors and nothing else of this process.
#pragma once

#include <sys/types.h>

#include <array>
#include <string>
#include <vector>

#include "core/base/io.hpp"

namespace assay {

// When the functions of libraries are looked up (ld.so(8), LD_BIND_NOW).
enum class Binding {
  WhenCalled,  // quicker for a process that does one thing
  AtStart,     // quicker for those that are forked from it
};

// Starts arguments[0] in a process group of its own, with these descriptors as 0, 1 and 2, no other
// ones, no environment of ours, and no signal blocked or ignored. The caller must reap the process.
// Throws IoError.
[[nodiscard]] pid_t spawn_program(const std::vector<std::string>& arguments,
                                  const std::array<int, 3>& descriptors,
                                  Binding binding = Binding::WhenCalled);

// /dev/null, for writing. Throws IoError.
[[nodiscard]] FileDescriptor open_null();

}  // namespace assay
