// SPDX-License-Identifier: Apache-2.0
// Reads PDF with poppler: opens it, then goes page by page.
#include <poppler/cpp/poppler-document.h>

#include <memory>
#include <string>
#include <vector>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/pdf/open_pdf.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_picture.hpp"
#include "pipeline/extract/pdf/pdf_properties.hpp"
#include "pipeline/extract/pdf/pdf_words.hpp"

namespace assay::extract {
void read_pdf(std::string_view bytes, PageBuilder& builder) {
  const std::unique_ptr<poppler::document> document = open_pdf(bytes);
  add_pdf_properties(*document, builder);
  PdfWords words(bytes);
  const int count = document->pages();
  std::vector<PdfPage> pages;
  std::vector<bool> pictures;
  std::size_t text_bytes = 0;
  for (int i = 0; i < count; ++i) {
    builder.progress(static_cast<std::size_t>(i), static_cast<std::size_t>(count));
    // A page that cannot be opened keeps its number, so that the other numbers stay right.
    pages.push_back(words.page(i));
    const PageLook look = look_of(*document, i, pages.back());
    pictures.push_back(look != PageLook::Text);
    if (look == PageLook::UnreadableText) pages.back().lines.clear();
    for (const PdfLine& line : pages.back().lines) text_bytes += line.text.size();
    if (text_bytes > frames::kMaxTextBytes) {
      throw ReadFailure(ExtractProblem::Limit,
                        "The PDF holds more than 50 MB of text. Split it into smaller files.");
    }
  }
  const PdfStyle style(pages);
  PdfPages out(style, builder);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (pictures[i]) builder.picture();
    out.add(pages[i]);
  }
}

}  // namespace assay::extract
