// SPDX-License-Identifier: Apache-2.0
// Recognises lines of plain text: a list item, a numbered heading, a title in capitals.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::extract {

// Bytes of a list marker with the spaces after it ("- ", "• ", "1. ", "(a) ", "iv) "), 0 if none.
[[nodiscard]] std::size_t list_marker(std::string_view line);
// The same for bullets only, which list items show as "- ".
[[nodiscard]] std::size_t bullet_marker(std::string_view line);

// Heading level by outline number: 1 for "1 Purpose", 2 for "1.2 Scope" or "Section 4 ...", 0 if
// the line has none.
[[nodiscard]] int numbered_level(std::string_view line);
// At least three letters, none of them lower case.
[[nodiscard]] bool all_capitals(std::string_view line);
[[nodiscard]] bool starts_lower_case(std::string_view line);
// Ends like a sentence or enumeration (. ; , : ? ! and the like).
[[nodiscard]] bool ends_sentence(std::string_view line);
// Could be a title: short, not a sentence, has letters.
[[nodiscard]] bool title_like(std::string_view line);

}  // namespace assay::extract
