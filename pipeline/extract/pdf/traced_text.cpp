// SPDX-License-Identifier: Apache-2.0
// Follows words through the joining of lines.
#include "pipeline/extract/pdf/traced_text.hpp"

#include <algorithm>

namespace assay::extract {

void append_line(const PdfLine& line, const PdfStyle& style, TracedText& text) {
  style.append(line.text, text.text);
  const std::size_t begin = text.text.size() - line.text.size();
  // A hyphen at the end may be gone.
  while (!text.words.empty() && text.words.back().start >= begin) text.words.pop_back();
  if (!text.words.empty()) text.words.back().end = std::min(text.words.back().end, begin);
  for (WordInText word : line.words) {
    word.start += begin;
    word.end += begin;
    text.words.push_back(word);
  }
}

}  // namespace assay::extract
