// SPDX-License-Identifier: Apache-2.0
// Checks the directory of a compound file before it is read.
#pragma once

#include <string_view>

namespace assay::extract {

// Throws CompoundError if the directory cannot be followed, is too large, names streams larger than
// the file, or is so deep that the library, which calls itself for each level, would run out of
// stack.
void check_compound_directory(std::string_view bytes);

}  // namespace assay::extract
