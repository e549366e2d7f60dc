// SPDX-License-Identifier: Apache-2.0
// Uses leptonica, which decodes in memory.
#include "pipeline/extract/ocr/picture.hpp"

#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

constexpr double kDpi = 300;
constexpr double kMaxRenderedPixels = 35e6;       // A3 at 300 dpi
constexpr std::int64_t kMaxPixels = 100'000'000;  // of a picture, decoded
constexpr std::size_t kMaxPictures = 10'000;
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

TiffPage tiff_page(std::string_view bytes, int index) {
  const std::vector<TiffPage> pages = tiff_pages(bytes);
  if (static_cast<std::size_t>(index) >= pages.size()) refuse_broken();
  return pages[static_cast<std::size_t>(index)];
}

struct Header {
  int format = 0;
  std::size_t directory = 0;  // of the page, in a TIFF file
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
  if (!failed && L_FORMAT_IS_TIFF(header.format)) {
    const TiffPage page = tiff_page(bytes, index);
    header.directory = page.directory;
    header.width = static_cast<int>(std::min(page.width, kMaxPixels));
    header.height = static_cast<int>(std::min(page.height, kMaxPixels));
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

// The page of that header.
PixHandle pixels_of(std::string_view bytes, const Header& header) {
  std::size_t directory = header.directory;
  PixHandle pix(L_FORMAT_IS_TIFF(header.format)
                    ? ::pixReadMemFromMultipageTiff(data_of(bytes), bytes.size(), &directory)
                    : ::pixReadMem(data_of(bytes), bytes.size()));
  if (!pix) refuse_broken();
  return pix;
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

ShownPage shown_page(const poppler::page& page) {
  const poppler::rectf box = page.page_rect();
  if (!std::isfinite(box.width()) || !std::isfinite(box.height())) return {};
  ShownPage shown{std::abs(box.width()), std::abs(box.height()), 0};
  switch (page.orientation()) {
    case poppler::page::landscape:
      shown.rotation = 90;
      break;
    case poppler::page::upside_down:
      shown.rotation = 180;
      break;
    case poppler::page::seascape:
      shown.rotation = 270;
      break;
    case poppler::page::portrait:
      break;
  }
  if (shown.rotation % 180 != 0) std::swap(shown.width, shown.height);
  return shown;
}

// Of a picture that is the page as it is shown.
Placement whole_page(Pix* pix) {
  return {1.0 / ::pixGetWidth(pix), 0, 0, 0, 1.0 / ::pixGetHeight(pix), 0};
}

// The placement of a picture made from another: its pixel (x, y) was at (a x + b y + c, d x + e y +
// f) there.
Placement after(const Placement& old, double a, double b, double c, double d, double e, double f) {
  return {old.x_by_x * a + old.x_by_y * d,
          old.x_by_x * b + old.x_by_y * e,
          old.x_by_x * c + old.x_by_y * f + old.x_at_0,
          old.y_by_x * a + old.y_by_y * d,
          old.y_by_x * b + old.y_by_y * e,
          old.y_by_x * c + old.y_by_y * f + old.y_at_0};
}

// Takes the place of the picture if there is memory for it. turns: quarters, clockwise.
bool turn(Picture& picture, int turns) {
  PixHandle turned(::pixRotateOrth(picture.pix.get(), turns));
  if (!turned) return false;
  const double width = ::pixGetWidth(picture.pix.get());
  const double height = ::pixGetHeight(picture.pix.get());
  picture.pix = std::move(turned);
  switch (turns) {
    case 1:
      picture.placement = after(picture.placement, 0, 1, 0, -1, 0, height);
      break;
    case 2:
      picture.placement = after(picture.placement, -1, 0, width, 0, -1, height);
      break;
    default:
      picture.placement = after(picture.placement, 0, -1, width, 1, 0, 0);
      break;
  }
  return true;
}

void take_out_skew(Picture& picture) {
  constexpr double kDegree = 3.14159265358979 / 180;
  l_float32 degrees = 0;  // by which it is turned, clockwise
  l_float32 confidence = 0;
  PixHandle straight(::pixFindSkewAndDeskew(picture.pix.get(), 0, &degrees, &confidence));
  if (!straight || straight.get() == picture.pix.get()) return;
  const double cosine = std::cos(degrees * kDegree);
  const double sine = std::sin(degrees * kDegree);
  const double x = ::pixGetWidth(picture.pix.get()) / 2.0;
  const double y = ::pixGetHeight(picture.pix.get()) / 2.0;
  picture.placement = after(picture.placement, cosine, sine, x - cosine * x - sine * y, -sine,
                            cosine, y + sine * x - cosine * y);
  picture.pix = std::move(straight);
}

}  // namespace

ShownBox shown_box(const Placement& at, const ShownBox& pixels) {
  const std::array<double, 2> across{pixels.left, pixels.right};
  const std::array<double, 2> down{pixels.top, pixels.bottom};
  ShownBox box{1, 1, 0, 0};
  for (const double x : across) {
    for (const double y : down) {
      const double shown_x = at.x_by_x * x + at.x_by_y * y + at.x_at_0;
      const double shown_y = at.y_by_x * x + at.y_by_y * y + at.y_at_0;
      box.left = std::min(box.left, shown_x);
      box.right = std::max(box.right, shown_x);
      box.top = std::min(box.top, shown_y);
      box.bottom = std::max(box.bottom, shown_y);
    }
  }
  return box;
}

int count_pictures(std::string_view bytes) {
  if (!L_FORMAT_IS_TIFF(header_of(bytes, 0).format)) return 1;
  const std::size_t count = tiff_pages(bytes).size();
  if (count > kMaxPictures) {
    throw ReadFailure(ExtractProblem::Limit, "The picture has " + std::to_string(count) +
                                                 " pages, and at most " +
                                                 std::to_string(kMaxPictures) +
                                                 " are allowed. Split it into smaller files.");
  }
  return static_cast<int>(count);
}

PixHandle decode_colors(std::string_view bytes, int index) {
  return pixels_of(bytes, header_of(bytes, index));
}

Picture decode_picture(std::string_view bytes, int index) {
  const Header header = header_of(bytes, index);
  PixHandle pix = pixels_of(bytes, header);
  const int dpi = dpi_of(pix.get());
  Picture picture{grey(std::move(pix)), dpi};
  constexpr double kPoints = 72;
  picture.shown = {kPoints * header.width / dpi, kPoints * header.height / dpi, 0};
  const float scale = std::min(static_cast<float>(kDpi) / static_cast<float>(dpi), kMaxEnlargement);
  const double pixels = double{scale} * scale * header.width * header.height;
  if (scale > 1.1F && pixels < kMaxRenderedPixels) {
    PixHandle larger(::pixScale(picture.pix.get(), scale, scale));
    if (larger) {
      picture.pix = std::move(larger);
      picture.dpi = static_cast<int>(scale * static_cast<float>(dpi));
    }
  }
  picture.placement = whole_page(picture.pix.get());
  return picture;
}

Picture render_page(const poppler::page& page) {
  const poppler::rectf size = page.page_rect();
  const double square_inches = size.width() / 72 * (size.height() / 72);
  Picture picture;
  picture.shown = shown_page(page);
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
  picture.placement = whole_page(picture.pix.get());
  return picture;
}

bool turn_once(Picture& picture) {
  return turn(picture, 1);
}

void straighten(Picture& picture) {
  take_out_skew(picture);
  const int turns = quarter_turns(picture.pix.get());
  if (turns != 0 && turn(picture, turns)) take_out_skew(picture);
}

}  // namespace assay::extract
