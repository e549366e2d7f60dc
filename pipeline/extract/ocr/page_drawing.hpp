// SPDX-License-Identifier: Apache-2.0
// Draws a page as people see it.
#pragma once

#include <string>
#include <string_view>

namespace assay::extract {

// Loads the settings of fonts, which the sandbox hides. Fonts that a PDF does not hold are taken
// from the system. Call it before entering the sandbox.
void load_font_settings();

// The page of a PDF or picture as PNG, in colour. number: from 1. A PDF page is drawn at 144 dots
// per inch; a page of more than 6 million pixels is drawn smaller. Throws ReadFailure.
[[nodiscard]] std::string draw_page(std::string_view bytes, int number);

}  // namespace assay::extract
