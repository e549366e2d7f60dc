// SPDX-License-Identifier: Apache-2.0
// Reads the words of PDF pages, and the lines that are drawn around them. Tells pages that are
// pictures, such as scans, from pages of text.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace poppler {
class document;
}

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
  // The document's label for the page (ISO 32000-1, 12.4.2): "iv", "A-3". Empty if it has none.
  [[nodiscard]] std::string label(int index);

 private:
  struct Document;
  std::unique_ptr<Document> document_;
};

enum class PageLook {
  Text,
  Picture,         // there is something to see, and hardly any text: a scan, perhaps with a stamp
  UnreadableText,  // characters that are no words: fonts without a mapping
};

// Whether the words of the page must be recognised. index: from 0. read: what the page gives as
// text.
[[nodiscard]] PageLook look_of(const poppler::document& document, int index, const PdfPage& read);

}  // namespace assay::extract
