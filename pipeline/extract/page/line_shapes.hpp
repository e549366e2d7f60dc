// SPDX-License-Identifier: Apache-2.0
// Lines that are more than running text. Recognises a list item, a numbered heading, a title in
// capitals. Writes the number of a list item in the form that its list asks for. Marks comments on
// the text with their author, because they are not statements of the text itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::extract {

// Bytes of a list marker with the spaces after it ("- ", "• ", "1. ", "(a) ", "iv) "), 0 if none.
[[nodiscard]] std::size_t list_marker(std::string_view line);
// The same for bullets only, which list items show as "- ".
[[nodiscard]] std::size_t bullet_marker(std::string_view line);

// Heading level by outline number: 1 for "1 Purpose", 2 for "1.2 Scope" or "Section 4 ...", 0 if
// the line has none.
[[nodiscard]] int numbered_level(std::string_view line);
// Names a table or figure by its number: "Table 3: Owners", "[Fig. 2]". Not "Table of contents".
[[nodiscard]] bool caption(std::string_view line);
// At least three letters, none of them lower case.
[[nodiscard]] bool all_capitals(std::string_view line);
[[nodiscard]] bool starts_lower_case(std::string_view line);
// Ends like a sentence or enumeration (. ; , : ? ! and the like).
[[nodiscard]] bool ends_sentence(std::string_view line);
// Could be a title: short, not a sentence, has letters.
[[nodiscard]] bool title_like(std::string_view line);

// format: "lowerLetter", "upperLetter", "lowerRoman", "upperRoman", "decimalZero" (01, 02); any
// other gives decimal digits.
[[nodiscard]] std::string list_number(int number, std::string_view format);

// "Comment by Ann on B2: text"; empty without a text. Author and place may be empty.
[[nodiscard]] std::string comment_line(std::string_view author, std::string_view place,
                                       std::string_view text);

}  // namespace assay::extract
