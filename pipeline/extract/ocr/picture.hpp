// SPDX-License-Identifier: Apache-2.0
// Pictures of pages: finds the pages of a TIFF file without decoding any (TIFF 6.0, section 2, and
// BigTIFF), decodes pictures within limits, makes them straight and upright, and draws pages as
// people see them.
#pragma once

#include <leptonica/allheaders.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace poppler {
class page;
}

namespace assay::extract {

struct TiffPage {
  std::size_t directory;  // its offset in the file
  std::int64_t width;     // in pixels; 0 if the directory does not say
  std::int64_t height;
};

// In order, up to the first directory that is not whole. Empty for what is no TIFF file. A file
// whose directories form a circle ends after as many as would fit into it.
[[nodiscard]] std::vector<TiffPage> tiff_pages(std::string_view bytes);

struct PixRelease {
  void operator()(Pix* pix) const { ::pixDestroy(&pix); }
};
using PixHandle = std::unique_ptr<Pix, PixRelease>;

// The places of a picture's pixels on the page as it is shown, however the picture was turned
// since. A pixel (x, y) is at (x_by_x * x + x_by_y * y + x_at_0, ...), in parts of the page.
struct Placement {
  double x_by_x = 0;
  double x_by_y = 0;
  double x_at_0 = 0;
  double y_by_x = 0;
  double y_by_y = 0;
  double y_at_0 = 0;
};

// 8 bits of grey per pixel.
struct Picture {
  PixHandle pix;
  int dpi = 300;
  ShownPage shown = {};
  Placement placement = {};
};

// The box on the page that holds a box of pixels.
[[nodiscard]] ShownBox shown_box(const Placement& placement, const ShownBox& pixels);

// The picture as it is stored. Throws like decode_picture.
[[nodiscard]] PixHandle decode_colors(std::string_view bytes, int index);

// Pages of a picture: those of a TIFF file, 1 for other types. Throws ReadFailure (Broken, Limit).
[[nodiscard]] int count_pictures(std::string_view bytes);

// Decodes one page, from 0: PNG, JPEG, TIFF, WebP, BMP, GIF. Small pictures, such as screenshots,
// are enlarged to about 300 dpi. Throws ReadFailure: Broken, or Limit above 100 million pixels.
[[nodiscard]] Picture decode_picture(std::string_view bytes, int index);

// Renders a PDF page at 300 dpi, or less for a page larger than A3. pix is nullptr for a page that
// cannot be rendered.
[[nodiscard]] Picture render_page(const poppler::page& page);

// Turns it upright by quarters and takes out a skew of up to 7 degrees.
void straighten(Picture& picture);

// Turns it by a quarter, clockwise; false if there is no memory for that.
[[nodiscard]] bool turn_once(Picture& picture);

// Loads the settings of fonts, which the sandbox hides. Fonts that a PDF does not hold are taken
// from the system. Call it before entering the sandbox.
void load_font_settings();

// The page of a PDF or picture as PNG, in colour. number: from 1. A PDF page is drawn at 144 dots
// per inch; a page of more than 6 million pixels is drawn smaller. Throws ReadFailure.
[[nodiscard]] std::string draw_page(std::string_view bytes, int number);

}  // namespace assay::extract
