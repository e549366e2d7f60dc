// SPDX-License-Identifier: Apache-2.0
// Finds in a tagged PDF which text belongs to which heading (ISO 32000-1, 14.7 and 14.8). Includes
// poppler's own headers: only for files that do so too.
#pragma once

#include <poppler/PDFDoc.h>

#include <map>
#include <utility>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {

// The headings among the content that a document marks. Empty for a document without tags.
class PdfTags {
 public:
  // Reads the structure of the document, which keeps it.
  explicit PdfTags(PDFDoc& document);

  [[nodiscard]] bool empty() const { return headings_.empty(); }
  // The heading that marked content of a page is part of. page: from 1; content: as its stream
  // numbers it (MCID).
  [[nodiscard]] PdfTag of(int page, int content) const;

 private:
  std::map<std::pair<int, int>, PdfTag> headings_;  // by page and content
};

}  // namespace assay::extract
