// SPDX-License-Identifier: Apache-2.0
// Recognises pages of a PDF or a picture, and the words of each, offline, with tesseract.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "pipeline/extract/ocr/picture.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace tesseract {
class TessBaseAPI;
}

namespace assay::extract {

struct Recognized {
  PdfPage page;           // in points
  double confidence = 0;  // 0 to 1, of the words by their length; 0 without words
  double letters = 0;     // in bytes
};

class Recognizer {
 public:
  // languages: tesseract's names, such as "eng+deu". page: the processor time of this process that
  // one page may take. Throws std::runtime_error if the data of a language is not installed.
  Recognizer(const std::string& languages, std::chrono::seconds page);
  Recognizer(const Recognizer&) = delete;
  Recognizer& operator=(const Recognizer&) = delete;
  ~Recognizer();

  // From now on, the time of another page runs.
  void begin_page();
  // Words with a confidence under .2 are left out: those are marks, not text. Throws ReadFailure
  // (Timeout) when the time of the page is over.
  [[nodiscard]] Recognized read(const Picture& picture);

 private:
  // As tesseract asks it: whether to stop.
  static bool is_over(void* recognizer, int words);

  std::unique_ptr<tesseract::TessBaseAPI> api_;
  const std::chrono::seconds page_;
  std::chrono::nanoseconds end_{0};  // of the page, in processor time
};

struct PageRange {
  int first = 1;
  int count = 1;
};

// Tells the sink how many pages the document has, then gives the pages of the range that exist,
// each with headings, paragraphs and tables as PDF pages of text. Throws ReadFailure.
void recognize_pages(std::string_view bytes, PageRange range, Recognizer& recognizer,
                     PageSink& sink);

}  // namespace assay::extract
