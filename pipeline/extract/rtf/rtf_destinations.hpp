// SPDX-License-Identifier: Apache-2.0
// What the groups of an RTF document hold: text that people see, tables of its own, or neither.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::extract {

enum class RtfDestination : std::uint8_t {
  Text,
  Skipped,
  Fonts,
  Styles,
  Label,       // the number or bullet of a list item
  Note,        // a footnote or endnote
  PageEdge,    // a header or footer
  Box,         // text in a shape
  Author,      // of the comment that follows
  Comment,     // on the text before it
  Variants,    // a text for old readers, then the same in Unicode
  Unicode,     // the latter
  Properties,  // of a row of an inner table: words count, text does not
};

// The destination that the word begins as the first word of a group; `otherwise` if it begins none.
// optional: the word stands behind \*, and readers that do not know it must skip the group.
[[nodiscard]] RtfDestination rtf_destination(std::string_view word, bool optional,
                                             RtfDestination otherwise);
// The text of a control word that stands for characters ("emdash"); empty for other words.
[[nodiscard]] std::string_view rtf_character(std::string_view word);

}  // namespace assay::extract
