// SPDX-License-Identifier: Apache-2.0
// Pictures of pages: decodes them within limits, and makes them straight and upright.
#pragma once

#include <leptonica/allheaders.h>

#include <memory>
#include <string_view>

namespace poppler {
class page;
}

namespace assay::extract {

struct PixRelease {
  void operator()(Pix* pix) const { ::pixDestroy(&pix); }
};
using PixHandle = std::unique_ptr<Pix, PixRelease>;

// 8 bits of grey per pixel.
struct Picture {
  PixHandle pix;
  int dpi = 300;
};

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
