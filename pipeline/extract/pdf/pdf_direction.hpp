// SPDX-License-Identifier: Apache-2.0
// Poppler gives the letters of a line in visual order, from the left. Some come together in reading
// order: those of one glyph, and those of a text that replaces glyphs.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {

// A letter of Hebrew, Arabic or another script that is read from the right.
[[nodiscard]] bool right_to_left(char32_t code);
[[nodiscard]] bool any_right_to_left(std::string_view text);

// A line as it is seen from the left becomes one as it is read, with the gaps that still divide it
// in two.
void put_in_reading_order(PdfLine& line);

// The same letters as they are seen from the left.
[[nodiscard]] std::u32string seen_from_left(std::u32string_view read);

}  // namespace assay::extract
