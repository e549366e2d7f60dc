// SPDX-License-Identifier: Apache-2.0
// Recognises pages of a PDF or a picture.
#pragma once

#include <string_view>

#include "pipeline/extract/ocr/recognizer.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {

struct PageRange {
  int first = 1;
  int count = 1;
};

// Tells the sink how many pages the document has, then gives the pages of the range that exist,
// each with headings, paragraphs and tables as PDF pages of text. Throws ReadFailure.
void recognize_pages(std::string_view bytes, PageRange range, Recognizer& recognizer,
                     PageSink& sink);

}  // namespace assay::extract
