// SPDX-License-Identifier: Apache-2.0
// Looks at the characters, and at a small rendering of pages with few of them.
#include "pipeline/extract/pdf/pdf_picture.hpp"

#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/json/utf8.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kStampCharacters = 150;  // a page with more is a page of text
constexpr double kLookDpi = 30;
constexpr double kMaxLookPixels = 4e6;
constexpr unsigned char kInk = 200;            // grey values below are ink
constexpr double kLeastInkWithoutText = .001;  // share of the page: some words
constexpr double kLeastInkBesideText = .02;    // a stamp, a logo and a line are less

struct Characters {
  std::size_t all = 0;
  std::size_t strange = 0;  // that stand for no known letter
};

Characters count_characters(const PdfPage& page) {
  Characters count;
  for (const PdfLine& line : page.lines) {
    for (std::size_t at = 0; at < line.text.size();) {
      const char32_t code = utf8::next(line.text, at);
      if (code == U' ') continue;
      ++count.all;
      const bool private_use = code >= 0xE000 && code <= 0xF8FF;
      const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
      if (private_use || control || code == utf8::kReplacement) ++count.strange;
    }
  }
  return count;
}

// The share of dark pixels, 0 to 1.
double ink_of(const poppler::page& page) {
  const poppler::rectf size = page.page_rect();
  const double square_inches = size.width() / 72 * (size.height() / 72);
  if (!std::isfinite(square_inches) || square_inches <= 0) return 0;
  const double dpi = std::min(kLookDpi, std::sqrt(kMaxLookPixels / square_inches));
  poppler::page_renderer renderer;
  renderer.set_image_format(poppler::image::format_gray8);
  renderer.set_render_hint(poppler::page_renderer::antialiasing);
  const poppler::image image = renderer.render_page(&page, dpi, dpi);
  if (!image.is_valid() || image.format() != poppler::image::format_gray8) return 0;
  std::size_t dark = 0;
  for (int y = 0; y < image.height(); ++y) {
    const char* row = image.const_data() + static_cast<std::ptrdiff_t>(y) * image.bytes_per_row();
    dark += static_cast<std::size_t>(std::count_if(row, row + image.width(), [](char grey) {
      return static_cast<unsigned char>(grey) < kInk;
    }));
  }
  const double all = static_cast<double>(image.width()) * image.height();
  return all > 0 ? static_cast<double>(dark) / all : 0;
}

}  // namespace

PageLook look_of(const poppler::page& page, const PdfPage& read) {
  const Characters characters = count_characters(read);
  if (characters.strange * 3 > characters.all) return PageLook::UnreadableText;
  if (characters.all > kStampCharacters) return PageLook::Text;
  const double least = characters.all == 0 ? kLeastInkWithoutText : kLeastInkBesideText;
  return ink_of(page) > least ? PageLook::Picture : PageLook::Text;
}

}  // namespace assay::extract
