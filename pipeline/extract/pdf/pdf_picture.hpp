// SPDX-License-Identifier: Apache-2.0
// Tells pages that are pictures, such as scans, from pages of text.
#pragma once

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace poppler {
class document;
}

namespace assay::extract {

enum class PageLook {
  Text,
  Picture,         // there is something to see, and hardly any text: a scan, perhaps with a stamp
  UnreadableText,  // characters that are no words: fonts without a mapping
};

// Whether the words of the page must be recognised. index: from 0. read: what the page gives as
// text.
[[nodiscard]] PageLook look_of(const poppler::document& document, int index, const PdfPage& read);

}  // namespace assay::extract
