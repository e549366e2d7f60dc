// SPDX-License-Identifier: Apache-2.0
// Looks at the characters, and at a small rendering of pages with few of them.
#include "pipeline/extract/pdf/pdf_words.hpp"

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

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

// A rendering in grey values, row by row.
struct Grey {
  int width = 0;
  int height = 0;
  double scale = 0;  // pixels per point
  std::vector<unsigned char> pixels;
};

Grey rendered(const poppler::page& page) {
  Grey out;
  const poppler::rectf size = page.page_rect();
  const double square_inches = size.width() / 72 * (size.height() / 72);
  if (!std::isfinite(square_inches) || square_inches <= 0) return out;
  const double dpi = std::min(kLookDpi, std::sqrt(kMaxLookPixels / square_inches));
  poppler::page_renderer renderer;
  renderer.set_image_format(poppler::image::format_gray8);
  renderer.set_render_hint(poppler::page_renderer::antialiasing);
  const poppler::image image = renderer.render_page(&page, dpi, dpi);
  if (!image.is_valid() || image.format() != poppler::image::format_gray8) return out;
  out.width = image.width();
  out.height = image.height();
  out.scale = dpi / 72;
  for (int y = 0; y < out.height; ++y) {
    const char* row = image.const_data() + static_cast<std::ptrdiff_t>(y) * image.bytes_per_row();
    out.pixels.insert(out.pixels.end(), row, row + out.width);
  }
  return out;
}

// Whites the text out. Only what is around it counts, and missing fonts, as in the sandbox, make no
// difference.
void white_out(const PdfLine& line, Grey& grey) {
  const auto pixel = [&grey](double points, int most) {
    return static_cast<int>(std::clamp(points * grey.scale, 0.0, static_cast<double>(most)));
  };
  const double margin = line.height() / 2;
  const int right = pixel(line.right + margin, grey.width);
  const int bottom = pixel(line.bottom + margin, grey.height);
  for (int y = pixel(line.top - margin, grey.height); y < bottom; ++y) {
    const auto row = grey.pixels.begin() + static_cast<std::ptrdiff_t>(y) * grey.width;
    std::fill(row + std::min(pixel(line.left - margin, grey.width), right), row + right, 255);
  }
}

// The share of dark pixels beside the text, 0 to 1.
double ink_of(const poppler::page& page, const PdfPage& read) {
  Grey grey = rendered(page);
  if (grey.pixels.empty()) return 0;
  for (const PdfLine& line : read.lines) white_out(line, grey);
  const auto dark = std::ranges::count_if(grey.pixels, [](unsigned char v) { return v < kInk; });
  return static_cast<double>(dark) / static_cast<double>(grey.pixels.size());
}

}  // namespace

PageLook look_of(const poppler::document& document, int index, const PdfPage& read) {
  const Characters characters = count_characters(read);
  if (characters.strange * 3 > characters.all) return PageLook::UnreadableText;
  if (characters.all > kStampCharacters) return PageLook::Text;
  const double least = characters.all == 0 ? kLeastInkWithoutText : kLeastInkBesideText;
  const std::unique_ptr<poppler::page> page(document.create_page(index));
  return page && ink_of(*page, read) > least ? PageLook::Picture : PageLook::Text;
}

}  // namespace assay::extract
