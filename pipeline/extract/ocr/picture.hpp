// SPDX-License-Identifier: Apache-2.0
// Pictures of pages: decodes them within limits, and makes them straight and upright.
#pragma once

#include <leptonica/allheaders.h>

#include <memory>
#include <string_view>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace poppler {
class page;
}

namespace assay::extract {

struct PixRelease {
  void operator()(Pix* pix) const { ::pixDestroy(&pix); }
};
using PixHandle = std::unique_ptr<Pix, PixRelease>;

// Where the pixels of a picture stand on the page as it is shown, however the picture was turned
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

}  // namespace assay::extract
