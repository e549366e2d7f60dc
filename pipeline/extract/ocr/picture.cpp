// SPDX-License-Identifier: Apache-2.0
// Uses leptonica, which decodes in memory.
#include "pipeline/extract/ocr/picture.hpp"

#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "pipeline/extract/page/failure.hpp"

namespace assay::extract {
namespace {

constexpr double kDpi = 300;
constexpr double kMaxRenderedPixels = 35e6;       // A3 at 300 dpi
constexpr std::int64_t kMaxPixels = 100'000'000;  // of a picture, decoded
constexpr int kMaxPictures = 10'000;
// Pictures that state no resolution: screenshots below this width, scans above it.
constexpr int kScreenWidth = 2000;
constexpr int kScreenDpi = 110;
constexpr float kMaxEnlargement = 3.0F;

const l_uint8* data_of(std::string_view bytes) {
  return reinterpret_cast<const l_uint8*>(bytes.data());
}

[[noreturn]] void refuse_broken() {
  throw ReadFailure(ExtractProblem::Broken,
                    "The picture is damaged and cannot be read. Open it in a program for pictures, "
                    "save it as a new file, and upload that.");
}

struct Header {
  int format = 0;
  int width = 0;
  int height = 0;
};

Header header_of(std::string_view bytes, int index) {
  Header header;
  l_int32 bits = 0;
  l_int32 samples = 0;
  l_int32 mapped = 0;
  bool failed = ::pixReadHeaderMem(data_of(bytes), bytes.size(), &header.format, &header.width,
                                   &header.height, &bits, &samples, &mapped) != 0;
  if (!failed && L_FORMAT_IS_TIFF(header.format) && index > 0) {
    l_int32 resolution = 0;
    failed = ::readHeaderMemTiff(data_of(bytes), bytes.size(), index, &header.width, &header.height,
                                 &bits, &samples, &resolution, &mapped, &header.format) != 0;
  }
  if (failed || header.width <= 0 || header.height <= 0) refuse_broken();
  if (std::int64_t{header.width} * header.height > kMaxPixels) {
    throw ReadFailure(ExtractProblem::Limit,
                      "The picture has " + std::to_string(header.width) + " x " +
                          std::to_string(header.height) +
                          " pixels, and at most 100 million are allowed. Scan it at 300 dots per "
                          "inch and upload that.");
  }
  return header;
}

PixHandle read_tiff_page(std::string_view bytes, int index) {
  std::size_t offset = 0;
  for (int i = 0;; ++i) {
    // Each page before the wanted one is decoded too, so each must keep to the limit.
    static_cast<void>(header_of(bytes, i));
    PixHandle pix(::pixReadMemFromMultipageTiff(data_of(bytes), bytes.size(), &offset));
    if (i == index || !pix || offset == 0) return i == index ? std::move(pix) : nullptr;
  }
}

// Grey without transparency.
PixHandle grey(PixHandle pix) {
  if (::pixGetSpp(pix.get()) == 4) pix.reset(::pixRemoveAlpha(pix.get()));
  if (pix) pix.reset(::pixConvertTo8(pix.get(), 0));
  if (!pix) refuse_broken();
  return pix;
}

int dpi_of(Pix* pix) {
  const int stated = ::pixGetXRes(pix);
  // 72 and 96 are what programs write that do not know.
  if (stated > 100 && stated <= 1200) return stated;
  return ::pixGetWidth(pix) < kScreenWidth ? kScreenDpi : static_cast<int>(kDpi);
}

// Quarter turns that make the text upright; 0 if that is not clear.
int quarter_turns(Pix* pix) {
  const PixHandle black(::pixThresholdToBinary(pix, 150));
  if (!black) return 0;
  float up = 0;
  float left = 0;
  l_int32 orientation = L_TEXT_ORIENT_UNKNOWN;
  if (::pixOrientDetect(black.get(), &up, &left, 0, 0) != 0) return 0;
  if (::makeOrientDecision(up, left, 0, 0, &orientation, 0) != 0) return 0;
  switch (orientation) {
    case L_TEXT_ORIENT_LEFT:
      return 1;
    case L_TEXT_ORIENT_DOWN:
      return 2;
    case L_TEXT_ORIENT_RIGHT:
      return 3;
    default:
      return 0;
  }
}

void take_out_skew(Picture& picture) {
  PixHandle straight(::pixDeskew(picture.pix.get(), 0));
  if (straight) picture.pix = std::move(straight);
}

}  // namespace

int count_pictures(std::string_view bytes) {
  if (!L_FORMAT_IS_TIFF(header_of(bytes, 0).format)) return 1;
  int count = 1;
  for (l_int32 unused = 0; count <= kMaxPictures; ++count) {
    l_int32 width = 0;
    if (::readHeaderMemTiff(data_of(bytes), bytes.size(), count, &width, &unused, &unused, &unused,
                            &unused, &unused, &unused) != 0) {
      return count;
    }
  }
  throw ReadFailure(ExtractProblem::Limit,
                    "The picture has more than 10,000 pages. Split it into smaller files.");
}

Picture decode_picture(std::string_view bytes, int index) {
  const Header header = header_of(bytes, index);
  PixHandle pix = L_FORMAT_IS_TIFF(header.format)
                      ? read_tiff_page(bytes, index)
                      : PixHandle(::pixReadMem(data_of(bytes), bytes.size()));
  if (!pix) refuse_broken();
  const int dpi = dpi_of(pix.get());
  Picture picture{grey(std::move(pix)), dpi};
  const float scale = std::min(static_cast<float>(kDpi) / static_cast<float>(dpi), kMaxEnlargement);
  const double pixels = double{scale} * scale * header.width * header.height;
  if (scale > 1.1F && pixels < kMaxRenderedPixels) {
    PixHandle larger(::pixScale(picture.pix.get(), scale, scale));
    if (larger) picture = {std::move(larger), static_cast<int>(scale * static_cast<float>(dpi))};
  }
  return picture;
}

Picture render_page(const poppler::page& page) {
  const poppler::rectf size = page.page_rect();
  const double square_inches = size.width() / 72 * (size.height() / 72);
  Picture picture;
  if (!std::isfinite(square_inches) || square_inches <= 0) return picture;
  const double dpi = std::min(kDpi, std::sqrt(kMaxRenderedPixels / square_inches));
  poppler::page_renderer renderer;
  renderer.set_image_format(poppler::image::format_gray8);
  renderer.set_render_hints(poppler::page_renderer::antialiasing |
                            poppler::page_renderer::text_antialiasing);
  const poppler::image image = renderer.render_page(&page, dpi, dpi);
  if (!image.is_valid() || image.format() != poppler::image::format_gray8) return picture;
  picture.pix.reset(::pixCreate(image.width(), image.height(), 8));
  if (!picture.pix) return picture;
  picture.dpi = static_cast<int>(dpi);
  const auto wide = static_cast<std::size_t>(image.width());
  l_uint32* words = ::pixGetData(picture.pix.get());
  const auto stride = static_cast<std::size_t>(::pixGetWpl(picture.pix.get()));
  for (int y = 0; y < image.height(); ++y) {
    const auto row = static_cast<std::size_t>(y);
    std::memcpy(words + row * stride,
                image.const_data() + row * static_cast<std::size_t>(image.bytes_per_row()), wide);
  }
  // leptonica counts the pixels of a word from its highest byte.
  static_cast<void>(::pixEndianByteSwap(picture.pix.get()));
  return picture;
}

bool turn_once(Picture& picture) {
  PixHandle turned(::pixRotateOrth(picture.pix.get(), 1));
  if (!turned) return false;
  picture.pix = std::move(turned);
  return true;
}

void straighten(Picture& picture) {
  take_out_skew(picture);
  const int turns = quarter_turns(picture.pix.get());
  if (turns == 0) return;
  PixHandle turned(::pixRotateOrth(picture.pix.get(), turns));
  if (!turned) return;
  picture.pix = std::move(turned);
  take_out_skew(picture);
}

}  // namespace assay::extract
