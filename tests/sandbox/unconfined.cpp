// SPDX-License-Identifier: Apache-2.0
// Takes the place of pipeline/extract/sandbox.cpp in a reader for tests, to compare what it reads.
#include "pipeline/extract/sandbox.hpp"

namespace assay::extract {

void enter_sandbox(int /*landlock*/) {}

}  // namespace assay::extract
