// SPDX-License-Identifier: Apache-2.0
// Reads the text of a shape of a slide (DrawingML).
#pragma once

#include <libxml/tree.h>

#include <string>

#include "pipeline/extract/office/pptx_layout.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// The text of an a:p, with its line breaks.
[[nodiscard]] std::string paragraph_text(const xmlNode* paragraph);
// All paragraphs of a text body, one on each line.
[[nodiscard]] std::string body_text(const xmlNode* body);
// Whether only the older form of an alternative (mc:Fallback), which repeats the newer one.
[[nodiscard]] bool repeats_choice(const xmlNode* node);

// Adds a text body's paragraphs, and list items with the bullet or number that the slide shows.
// inherited: what the layout says about its levels.
void add_text_body(const xmlNode* body, const PptxMarks& inherited, PageBuilder& builder);

}  // namespace assay::extract
