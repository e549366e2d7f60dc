// SPDX-License-Identifier: Apache-2.0
// Reads words from poppler: text as UTF-8, positions as comparable numbers.
#include "pipeline/extract/pdf/pdf_words.hpp"

#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

// ISO 32000-1, annex C: a page is at most 14,400 units long. Positions beyond this limit,
// infinities and NaN (which would break every sort by position) are not usable.
constexpr double kMaxCoordinate = 1e6;

double usable(double value) {
  return std::isfinite(value) && std::abs(value) <= kMaxCoordinate ? value : 0;
}

// poppler's strings are UTF-16 units, sometimes with a byte order mark in front.
std::string to_text(const poppler::ustring& units) {
  std::string out;
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t code = units[i];
    const bool high = code >= 0xD800 && code <= 0xDBFF;
    if (high && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] <= 0xDFFF) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (units[++i] - 0xDC00U);
    } else if (code >= 0xD800 && code <= 0xDFFF) {
      code = utf8::kReplacement;
    }
    if (code != 0xFEFF) utf8::append(code, out);
  }
  return out;
}

bool bold_font(const std::string& name) {
  const std::string lower = ascii_lower(name);
  for (const char* sign : {"bold", "black", "heavy", "demi"}) {
    if (lower.find(sign) != std::string::npos) return true;
  }
  return false;
}

PdfWord word_of(const poppler::text_box& box) {
  PdfWord word;
  word.text = to_text(box.text());
  const poppler::rectf place = box.bbox();
  std::tie(word.left, word.right) = std::minmax({usable(place.left()), usable(place.right())});
  std::tie(word.top, word.bottom) = std::minmax({usable(place.top()), usable(place.bottom())});
  word.space_after = box.has_space_after();
  word.rotation = box.rotation();
  word.size = word.bottom - word.top;
  if (box.has_font_info()) {
    if (const double size = usable(box.get_font_size()); size > 0) word.size = size;
    word.bold = bold_font(box.get_font_name());
  }
  return word;
}

}  // namespace

PdfPage lines_of_page(const poppler::page& page) {
  const poppler::rectf box = page.page_rect();
  std::vector<PdfWord> words;
  for (const poppler::text_box& text : page.text_list(poppler::page::text_list_include_font)) {
    words.push_back(word_of(text));
  }
  return {usable(box.width()), usable(box.height()), lines_of_words(words)};
}

}  // namespace assay::extract
