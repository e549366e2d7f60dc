// SPDX-License-Identifier: Apache-2.0
// Gets the picture of each page, recognises it, and lays it out like a PDF page.
#include "pipeline/extract/ocr/scanned_pages.hpp"

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "pipeline/extract/pdf/open_pdf.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"

namespace assay::extract {
namespace {

// Pages of one document, as pictures.
class Pictures {
 public:
  explicit Pictures(std::string_view bytes) : bytes_(bytes) {
    if (bytes.starts_with("%PDF-")) pdf_ = open_pdf(bytes);
  }
  [[nodiscard]] int count() const { return pdf_ ? pdf_->pages() : count_pictures(bytes_); }
  // index: from 0. No pix for a page that cannot be shown.
  [[nodiscard]] Picture picture(int index) const {
    if (!pdf_) return decode_picture(bytes_, index);
    const std::unique_ptr<poppler::page> page(pdf_->create_page(index));
    return page ? render_page(*page) : Picture();
  }

 private:
  std::string_view bytes_;
  std::unique_ptr<poppler::document> pdf_;
};

// Few words do not tell which way up they are. A page that reads badly is tried each way.
Recognized recognize(Picture picture, Recognizer& recognizer) {
  constexpr double kReadsWell = .75;
  straighten(picture);
  Recognized best = recognizer.read(picture);
  for (int turns = 1; turns < 4 && best.confidence < kReadsWell; ++turns) {
    if (!turn_once(picture)) break;
    Recognized other = recognizer.read(picture);
    if (other.confidence * other.letters > best.confidence * best.letters) best = std::move(other);
  }
  return best;
}

}  // namespace

void recognize_pages(std::string_view bytes, PageRange range, Recognizer& recognizer,
                     PageSink& sink) {
  const Pictures pictures(bytes);
  const int count = pictures.count();
  sink.progress(static_cast<std::size_t>(std::min(range.first - 1, count)),
                static_cast<std::size_t>(count));
  std::vector<Recognized> found;
  found.reserve(static_cast<std::size_t>(range.count));
  for (int number = range.first; number < range.first + range.count && number <= count; ++number) {
    Picture picture = pictures.picture(number - 1);
    found.push_back(picture.pix ? recognize(std::move(picture), recognizer) : Recognized());
  }
  std::vector<PdfPage> pages;
  pages.reserve(found.size());
  for (const Recognized& one : found) pages.push_back(one.page);
  const PdfStyle style(pages);
  PageBuilder builder(sink, range.first);
  PdfPages out(style, builder);
  for (const Recognized& one : found) {
    builder.recognized(one.confidence);
    out.add(one.page);
  }
}

}  // namespace assay::extract
