// SPDX-License-Identifier: Apache-2.0
// Runs one of the test programs on a document.
#pragma once

#include <string>
#include <vector>

namespace assay::test {

struct Ended {
  int status = 0;      // of waitpid
  std::string output;  // all of descriptor 1
};

// document: descriptor 0 of the program; descriptor 2 is /dev/null. Throws IoError.
[[nodiscard]] Ended run(const std::vector<std::string>& arguments, int document);

}  // namespace assay::test
