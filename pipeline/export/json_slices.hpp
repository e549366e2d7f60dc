// SPDX-License-Identifier: Apache-2.0
// Takes canonical JSON apart without building all of it. Snapshots of large runs contain far more
// than a report shows, and the parts shown are read piece by piece.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace assay::exports {

// The slices point into the text given, which must be valid JSON without blanks between tokens (as
// Json::canonical() and Json::dump() write it). Anything else throws std::runtime_error.

// Members of an object in order; names without their quotes (no name here needs escapes).
[[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> members(
    std::string_view object);
// The member of that name; "null" when there is none.
[[nodiscard]] std::string_view member(std::string_view object, std::string_view name);
[[nodiscard]] std::vector<std::string_view> elements(std::string_view array);

}  // namespace assay::exports
