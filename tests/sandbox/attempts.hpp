// SPDX-License-Identifier: Apache-2.0
// Actions that must fail for the document reader, each tried with its bare system call.
#pragma once

#include <string_view>
#include <vector>

namespace assay::test {

enum class Outcome {
  Killed,          // the process ends with SIGSYS
  KilledOrAbsent,  // the same, or with SIGSEGV if the kernel lacks the interface
  Denied,          // the call fails with EACCES
};

struct Attempt {
  std::string_view name;
  Outcome expected;
  long (*act)();  // -1 with errno if the kernel refuses it
};

[[nodiscard]] const std::vector<Attempt>& attempts();

}  // namespace assay::test
