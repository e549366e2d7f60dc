// SPDX-License-Identifier: Apache-2.0
// Comments beside the text of a document are marked as somebody's: they are no statement of it.
#pragma once

#include <string>
#include <string_view>

namespace assay::extract {

// "Comment by Ann on B2: text"; empty without a text. Author and place may be empty.
[[nodiscard]] std::string comment_line(std::string_view author, std::string_view place,
                                       std::string_view text);

}  // namespace assay::extract
