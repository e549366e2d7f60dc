// SPDX-License-Identifier: Apache-2.0
// Reads the words of a PDF page as poppler finds them.
#pragma once

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace poppler {
class page;
}

namespace assay::extract {

// All text of the page. A word whose position is not a usable number keeps its text, at position 0.
[[nodiscard]] PdfPage lines_of_page(const poppler::page& page);

}  // namespace assay::extract
