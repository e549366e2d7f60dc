// SPDX-License-Identifier: Apache-2.0
// Poppler renders pages of PDF files, leptonica decodes pictures and writes PNG.
#include "pipeline/extract/ocr/picture.hpp"

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/pdf/pdf.hpp"

namespace assay::extract {
namespace {

constexpr double kShownDpi = 144;
constexpr double kMaxShownPixels = 6e6;
constexpr l_int32 kCompression = 3;  // of zlib: higher ones take long and save little

[[noreturn]] void refuse_page() {
  throw ReadFailure(ExtractProblem::Broken, "The page cannot be drawn.");
}

poppler::image render(const poppler::page& page, double dpi) {
  poppler::page_renderer renderer;
  renderer.set_image_format(poppler::image::format_rgb24);
  renderer.set_render_hints(poppler::page_renderer::antialiasing |
                            poppler::page_renderer::text_antialiasing);
  return renderer.render_page(&page, dpi, dpi);
}

PixHandle pix_of(const poppler::image& image) {
  PixHandle pix(::pixCreate(image.width(), image.height(), 32));
  if (!pix) refuse_page();
  const auto width = static_cast<std::size_t>(image.width());
  const auto stride = static_cast<std::size_t>(::pixGetWpl(pix.get()));
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height()); ++y) {
    const auto* from = reinterpret_cast<const unsigned char*>(image.const_data()) +
                       y * static_cast<std::size_t>(image.bytes_per_row());
    l_uint32* to = ::pixGetData(pix.get()) + y * stride;
    for (std::size_t x = 0; x < width; ++x, from += 3) {
      to[x] = l_uint32{from[0]} << 24U | l_uint32{from[1]} << 16U | l_uint32{from[2]} << 8U;
    }
  }
  return pix;
}

PixHandle drawn(const poppler::page& page) {
  const poppler::rectf size = page.page_rect();
  const double square_inches = size.width() / 72 * (size.height() / 72);
  if (!std::isfinite(square_inches) || square_inches <= 0) refuse_page();
  const double dpi = std::min(kShownDpi, std::sqrt(kMaxShownPixels / square_inches));
  const poppler::image image = render(page, dpi);
  if (!image.is_valid() || image.format() != poppler::image::format_rgb24) refuse_page();
  return pix_of(image);
}

PixHandle made_smaller(PixHandle pix) {
  const double pixels = double{1} * ::pixGetWidth(pix.get()) * ::pixGetHeight(pix.get());
  if (pixels <= kMaxShownPixels) return pix;
  const PixHandle whole(::pixConvertTo8Or32(pix.get(), L_CLONE, 0));
  if (!whole) refuse_page();
  const auto scale = static_cast<float>(std::sqrt(kMaxShownPixels / pixels));
  pix.reset(::pixScale(whole.get(), scale, scale));
  if (!pix) refuse_page();
  return pix;
}

struct Freed {
  void operator()(l_uint8* bytes) const { ::lept_free(bytes); }
};

std::string png_of(Pix* pix) {
  l_uint8* bytes = nullptr;
  std::size_t size = 0;
  static_cast<void>(::pixSetZlibCompression(pix, kCompression));
  const l_ok failed = ::pixWriteMemPng(&bytes, &size, pix, 0);
  const std::unique_ptr<l_uint8, Freed> owned(bytes);
  if (failed != 0 || bytes == nullptr) refuse_page();
  return {reinterpret_cast<const char*>(bytes), size};
}

// A page with a letter in a font that the file does not hold.
constexpr std::string_view kPageWithALetter =
    "%PDF-1.4\n"
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F "
    "5 0 R>>>>>>endobj\n"
    "4 0 obj<</Length 28>>stream\nBT /F 9 Tf 1 1 Td (a) Tj ET \nendstream endobj\n"
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
    "trailer<</Root 1 0 R>>\n";

}  // namespace

void load_font_settings() {
  const std::unique_ptr<poppler::document> document = open_pdf(kPageWithALetter);
  const std::unique_ptr<poppler::page> page(document->create_page(0));
  if (!page || !render(*page, 72).is_valid()) throw std::runtime_error("no page can be drawn");
}

std::string draw_page(std::string_view bytes, int number) {
  if (!bytes.starts_with("%PDF-")) {
    return png_of(made_smaller(decode_colors(bytes, number - 1)).get());
  }
  const std::unique_ptr<poppler::document> document = open_pdf(bytes);
  const std::unique_ptr<poppler::page> page(
      number <= document->pages() ? document->create_page(number - 1) : nullptr);
  if (!page) refuse_page();
  return png_of(drawn(*page).get());
}

}  // namespace assay::extract
