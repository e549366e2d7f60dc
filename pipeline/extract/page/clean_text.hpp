// SPDX-License-Identifier: Apache-2.0
// Defines the form of all extracted text, from any format, and converts text files in any encoding
// to UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/ascii.hpp"

namespace assay::extract {

// Valid UTF-8 (bad bytes become U+FFFD) without control characters other than '\n' and '\t'. Line
// ends of all kinds become '\n', spaces of all widths ' '; zero-width characters that only control
// line breaking or direction are removed, and words that a soft hyphen divides at a line's end are
// joined. Presentation forms become their letters. No line ends in a space; no empty line at either
// end, no two in a row.
[[nodiscard]] std::string clean_text(std::string_view text);
// clean_text with line breaks and runs of spaces and tabs replaced by one space, trimmed.
[[nodiscard]] std::string clean_line(std::string_view text);

// Ligatures ("\uFB01"), and Hebrew and Arabic letters in the form that their neighbours give them.
[[nodiscard]] bool presentation_form(char32_t code);
// The letters that such a form stands for (Unicode Normalization Form KC), in the order they are
// read; itself if it stands for none.
[[nodiscard]] std::string letters_of(char32_t form);

// What clean_text makes of one character; 0 if it is left out.
[[nodiscard]] char32_t clean_character(char32_t code);

[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] bool iequals(std::string_view a, std::string_view b);

// Detects a byte order mark, else valid UTF-8, else UTF-16 or UTF-32 by the position of its zero
// bytes, else Windows-1252 (which includes Latin-1's letters). Drops the mark itself.
[[nodiscard]] std::string to_utf8(std::string_view bytes);
// Converts from a named encoding (such as an HTML charset); nullopt if the name is not known.
[[nodiscard]] std::optional<std::string> to_utf8_from(std::string_view charset,
                                                      std::string_view bytes);
// Whether the bytes are text in one of the encodings above rather than binary data.
[[nodiscard]] bool looks_like_text(std::string_view bytes);
// Whether they begin with UTF-8 without any control character but those of line ends, tabs and page
// breaks. No binary format does.
[[nodiscard]] bool certainly_text(std::string_view bytes);

}  // namespace assay::extract
