// SPDX-License-Identifier: Apache-2.0
// Tells pages that are pictures, such as scans, from pages of text.
#pragma once

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace poppler {
class page;
}

namespace assay::extract {

// Whether the words of the page must be recognised: there is something to see on it, but no text,
// hardly any (a stamp on a scan), or characters that are no words (fonts without a mapping).
// read: what the page gives as text.
[[nodiscard]] bool is_picture(const poppler::page& page, const PdfPage& read);

}  // namespace assay::extract
