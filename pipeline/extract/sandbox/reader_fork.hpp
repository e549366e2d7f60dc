// SPDX-License-Identifier: Apache-2.0
// Forks readers from a process that has loaded everything and read nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay::extract {

// Forks for each request that arrives on descriptor 0 (core/extract/reader_parent.hpp). Returns in
// the forked process: its arguments, the program first, with the document as descriptor 0 and the
// results as descriptor 1. In the first process, returns nullopt when nobody can ask any more.
// Precondition: no other thread. Throws IoError.
[[nodiscard]] std::optional<std::vector<std::string>> fork_readers();

}  // namespace assay::extract
