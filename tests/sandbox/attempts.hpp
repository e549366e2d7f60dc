// SPDX-License-Identifier: Apache-2.0
// Things the document reader must not be able to do, each tried by its bare system call.
#pragma once

#include <string_view>
#include <vector>

namespace assay::test {

enum class Outcome {
  Killed,          // the process ends with SIGSYS
  KilledOrAbsent,  // the same, or with SIGSEGV where the kernel does not have the interface
  Denied,          // the call fails with EACCES
};

struct Attempt {
  std::string_view name;
  Outcome expected;
  long (*act)();  // -1 with errno when the kernel refuses it
};

[[nodiscard]] const std::vector<Attempt>& attempts();

}  // namespace assay::test
