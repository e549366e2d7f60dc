// SPDX-License-Identifier: Apache-2.0
// Writes a folder of a compound file as a compound file of its own.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "pipeline/extract/compound/compound_file.hpp"

namespace assay::extract {

// change: given the name and bytes of each stream directly in the folder, returns the bytes to
// write. Throws CompoundError if a stream is damaged or folders lie in folders too deep.
[[nodiscard]] std::string compound_copy(
    const CompoundFolder& folder,
    const std::function<std::string(std::string_view name, std::string bytes)>& change);

}  // namespace assay::extract
