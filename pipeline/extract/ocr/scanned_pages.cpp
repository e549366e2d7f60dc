// SPDX-License-Identifier: Apache-2.0
// Takes words, boxes and sizes from tesseract. Gets the picture of each page, recognises it, and
// lays it out like a PDF page.
#include "pipeline/extract/ocr/scanned_pages.hpp"

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-page.h>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/io.hpp"
#include "core/extract/extractor.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/pdf/pdf.hpp"
#include "pipeline/extract/pdf/pdf_layout.hpp"

namespace assay::extract {
namespace {

constexpr float kLeastConfidence = 20;  // per cent
constexpr double kPointsPerInch = 72;

// On a busy machine, the clock on the wall goes on while the process waits.
std::chrono::nanoseconds processor_time() {
  timespec spent{};
  if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent) != 0) throw IoError("clock_gettime", errno);
  return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

struct TextRelease {
  void operator()(char* text) const { delete[] text; }
};

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

Recognizer::Recognizer(const std::string& languages, std::chrono::seconds page)
    : api_(std::make_unique<tesseract::TessBaseAPI>()), page_(page) {
  if (api_->Init(kTessdataFolder, languages.c_str(), tesseract::OEM_LSTM_ONLY) != 0) {
    throw std::runtime_error("no data to recognise text in " + languages);
  }
  api_->SetPageSegMode(tesseract::PSM_AUTO);
}

Recognizer::~Recognizer() = default;

void Recognizer::begin_page() {
  end_ = processor_time() + page_;
}

bool Recognizer::is_over(void* recognizer, int /*words*/) {
  return processor_time() > static_cast<const Recognizer*>(recognizer)->end_;
}

Recognized Recognizer::read(const Picture& picture) {
  using tesseract::RIL_TEXTLINE;
  using tesseract::RIL_WORD;
  const double unit = kPointsPerInch / picture.dpi;
  Recognized out;
  out.page.width = ::pixGetWidth(picture.pix.get()) * unit;
  out.page.height = ::pixGetHeight(picture.pix.get()) * unit;
  api_->SetImage(picture.pix.get());
  api_->SetSourceResolution(picture.dpi);
  tesseract::ETEXT_DESC monitor;
  monitor.cancel = is_over;
  monitor.cancel_this = this;
  if (api_->Recognize(&monitor) != 0) {
    throw ReadFailure(ExtractProblem::Timeout,
                      "Recognising the text of a page took more than " +
                          std::to_string(page_.count()) +
                          " s of processor time. Scan it again at 300 dots per inch, with only "
                          "the page in the picture.");
  }
  std::vector<PdfWord> words;
  double weighted = 0;
  const std::unique_ptr<tesseract::ResultIterator> at(api_->GetIterator());
  for (bool more = at != nullptr; more; more = at->Next(RIL_WORD)) {
    const std::unique_ptr<char, TextRelease> text(at->GetUTF8Text(RIL_WORD));
    const float confidence = at->Confidence(RIL_WORD);
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
    if (!text || confidence < kLeastConfidence) continue;
    if (!at->BoundingBox(RIL_WORD, &left, &top, &right, &bottom)) continue;
    PdfWord word;
    word.text = text.get();
    word.shown =
        shown_box(picture.placement, {static_cast<double>(left), static_cast<double>(top),
                                      static_cast<double>(right), static_cast<double>(bottom)});
    word.confidence = confidence / 100;
    word.left = left * unit;
    word.right = right * unit;
    word.top = top * unit;
    word.bottom = bottom * unit;
    float row = 0;
    float descenders = 0;
    float ascenders = 0;
    at->RowAttributes(&row, &descenders, &ascenders);
    word.size = std::round(row > 0 ? row * unit : word.bottom - word.top);
    word.space_after = !at->IsAtFinalElement(RIL_TEXTLINE, RIL_WORD);
    weighted += confidence * static_cast<double>(word.text.size());
    out.letters += static_cast<double>(word.text.size());
    words.push_back(std::move(word));
  }
  out.page.lines = lines_of_words(words);
  out.page.shown = picture.shown;
  if (out.letters > 0) out.confidence = weighted / out.letters / 100;
  api_->Clear();
  return out;
}

void recognize_pages(std::string_view bytes, PageRange range, Recognizer& recognizer,
                     PageSink& sink) {
  const Pictures pictures(bytes);
  const int count = pictures.count();
  sink.progress(static_cast<std::size_t>(std::min(range.first - 1, count)),
                static_cast<std::size_t>(count), false);
  std::vector<Recognized> found;
  found.reserve(static_cast<std::size_t>(range.count));
  for (int number = range.first; number < range.first + range.count && number <= count; ++number) {
    recognizer.begin_page();
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
