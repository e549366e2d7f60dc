// SPDX-License-Identifier: Apache-2.0
// Takes words, boxes and sizes from tesseract.
#include "pipeline/extract/ocr/recognizer.hpp"

#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/extract/recognition.hpp"
#include "pipeline/extract/page/failure.hpp"

namespace assay::extract {
namespace {

constexpr int kMaxMilliseconds = 60'000;
constexpr float kLeastConfidence = 20;  // per cent
constexpr double kPointsPerInch = 72;

struct TextRelease {
  void operator()(char* text) const { delete[] text; }
};

}  // namespace

Recognizer::Recognizer(const std::string& languages)
    : api_(std::make_unique<tesseract::TessBaseAPI>()) {
  if (api_->Init(kTessdataFolder, languages.c_str(), tesseract::OEM_LSTM_ONLY) != 0) {
    throw std::runtime_error("no data to recognise text in " + languages);
  }
  api_->SetPageSegMode(tesseract::PSM_AUTO);
}

Recognizer::~Recognizer() = default;

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
  monitor.set_deadline_msecs(kMaxMilliseconds);
  if (api_->Recognize(&monitor) != 0) {
    throw ReadFailure(ExtractProblem::Timeout,
                      "Recognising the text of a page took longer than a minute. Scan it again at "
                      "300 dots per inch, with only the page in the picture.");
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

}  // namespace assay::extract
