// SPDX-License-Identifier: Apache-2.0
// Reads the words of PDF pages, and the lines that are drawn around them.
#pragma once

#include <memory>
#include <string_view>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {

// A PDF that open_pdf() accepts. poppler keeps its settings with the document of open_pdf(), which
// must outlive this; so must the bytes.
class PdfWords {
 public:
  explicit PdfWords(std::string_view bytes);
  PdfWords(const PdfWords&) = delete;
  PdfWords& operator=(const PdfWords&) = delete;
  ~PdfWords();

  // index: from 0. All text of the page. A word whose position is not a usable number keeps its
  // text, at position 0. A page that cannot be shown is empty.
  [[nodiscard]] PdfPage page(int index);

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

}  // namespace assay::extract
