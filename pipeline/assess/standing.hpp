// SPDX-License-Identifier: Apache-2.0
// What a passage is, apart from what it says: an entry of a table of contents, a definition, a row
// of the document's own history, a look ahead. Its words may be all that is asked for, and yet it
// shows nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/weakening.hpp"

namespace assay::assess {

// said: the passage, white space collapsed; columns: the names of a row's cells, folded; heading:
// the heading path and the file's name. Each weakening bears on the whole text.
[[nodiscard]] std::vector<Weakening> standing(const text::Wording& said,
                                              std::span<const std::string> columns,
                                              const text::Wording& heading);

}  // namespace assay::assess
