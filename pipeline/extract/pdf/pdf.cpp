// SPDX-License-Identifier: Apache-2.0
// Reads PDF with poppler: opens it, then goes page by page.
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-page.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"
#include "pipeline/extract/pdf/pdf_words.hpp"

namespace assay::extract {
namespace {

constexpr const char* kBroken =
    "The PDF is damaged and cannot be read. Open it in a PDF program, save it as a new file, and "
    "upload that.";

std::unique_ptr<poppler::document> open(std::string_view bytes) {
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw ReadFailure(ExtractProblem::Limit, "The PDF is too large. Split it into smaller files.");
  }
  std::unique_ptr<poppler::document> document(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
  if (!document) throw ReadFailure(ExtractProblem::Broken, kBroken);
  if (document->is_locked()) {
    throw ReadFailure(ExtractProblem::Encrypted,
                      "The PDF is protected by a password. Upload a copy without one.");
  }
  return document;
}

}  // namespace

void read_pdf(std::string_view bytes, PageBuilder& builder) {
  const std::unique_ptr<poppler::document> document = open(bytes);
  const int count = document->pages();
  if (count <= 0) throw ReadFailure(ExtractProblem::Broken, kBroken);
  if (static_cast<std::size_t>(count) > frames::kMaxPages) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The PDF has " + std::to_string(count) +
                          " pages, and at most 10000 are allowed. Split it into smaller files.");
  }
  std::vector<PdfPage> pages;
  std::size_t text_bytes = 0;
  for (int i = 0; i < count; ++i) {
    builder.progress(static_cast<std::size_t>(i), static_cast<std::size_t>(count));
    const std::unique_ptr<poppler::page> page(document->create_page(i));
    // A page that cannot be opened keeps its number, so that the other numbers stay right.
    pages.push_back(page ? lines_of_page(*page) : PdfPage());
    for (const PdfLine& line : pages.back().lines) text_bytes += line.text.size();
    if (text_bytes > frames::kMaxTextBytes) {
      throw ReadFailure(ExtractProblem::Limit,
                        "The PDF holds more than 50 MB of text. Split it into smaller files.");
    }
  }
  const PdfStyle style(pages);
  for (const PdfPage& page : pages) add_pdf_page(page, style, builder);
}

}  // namespace assay::extract
