// SPDX-License-Identifier: Apache-2.0
// Draws a PDF: text of any script, lines, shapes, links and outline, over cairo and pango.
#pragma once

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#include <exception>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"
#include "core/base/states.hpp"
#include "core/base/time.hpp"

namespace assay::exports {

struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
};
// 0x171b26
[[nodiscard]] constexpr Colour colour(unsigned rgb) {
  return {((rgb >> 16) & 0xff) / 255.0, ((rgb >> 8) & 0xff) / 255.0, (rgb & 0xff) / 255.0};
}
inline constexpr Colour kInk = colour(0x171b26);
inline constexpr Colour kSecond = colour(0x4a5266);
inline constexpr Colour kLine = colour(0xd5dae3);
inline constexpr Colour kAccent = colour(0x2f5bd8);
[[nodiscard]] Colour status_colour(AssessmentStatus status);

// Lengths are points (1/72 inch), from the upper left corner of an A4 page.
inline constexpr double kPageWidth = 595.276;
inline constexpr double kPageHeight = 841.89;

struct Type {
  double size = 9.5;
  bool bold = false;
  Colour ink = kInk;
  bool mono = false;
  bool by_script = true;  // false: always left to right, for our own words
};

// Text set in a column.
class TextBlock {
 public:
  explicit TextBlock(PangoLayout* layout, Colour ink) : layout_(layout), ink_(ink) {}
  [[nodiscard]] double height() const;
  [[nodiscard]] double width() const;  // of its longest line
  [[nodiscard]] PangoLayout* layout() const noexcept { return layout_.get(); }
  [[nodiscard]] Colour ink() const noexcept { return ink_; }

 private:
  CHandle<PangoLayout, g_object_unref> layout_;
  Colour ink_;
};

struct PdfFacts {
  std::string title;
  std::string author;
  std::string subject;
  std::string keywords;
  Timestamp at;  // the time of the report's content, so that every rendering is the same
};

class PdfCanvas {
 public:
  // finish() rethrows what write throws. Without write, nothing is drawn; text is only measured.
  PdfCanvas(std::function<void(std::string_view)> write, const PdfFacts& facts);

  // max_lines: longer text ends in an ellipsis; 0: no limit.
  [[nodiscard]] TextBlock set_text(std::string_view text, const Type& type, double width,
                                   int max_lines = 0) const;
  void draw(const TextBlock& block, double x, double y);
  // Draws line by line, for text that may span pages. Before each line, place(top, bottom), both
  // from the block's top, returns the position of the block's top on the current page.
  void draw_lines(const TextBlock& block, double x,
                  const std::function<double(double top, double bottom)>& place);

  void fill(double x, double y, double width, double height, Colour ink, double radius = 0);
  void rule(double x, double y, double width, Colour ink, double thickness = 0.6);
  void glyph(AssessmentStatus status, double x, double y, double size);
  // Draws a tick when met, else an empty ring.
  void mark(bool met, double x, double y, double size);

  // Everything drawn in `draw` links to the destination of that name (letters and digits).
  void link(const std::string& destination, const std::function<void()>& draw);
  void destination(const std::string& name);
  // parent: the result of another call, or kTop.
  static constexpr int kTop = CAIRO_PDF_OUTLINE_ROOT;
  int outline(int parent, const std::string& text, const std::string& destination, bool open);

  void next_page();
  // Throws std::runtime_error when cairo failed.
  void finish();

 private:
  static cairo_status_t take(void* self, const unsigned char* bytes, unsigned length);
  void use(Colour ink);
  void check() const;

  std::function<void(std::string_view)> write_;
  std::exception_ptr failed_;
  CHandle<cairo_surface_t, cairo_surface_destroy> surface_;
  CHandle<cairo_t, cairo_destroy> cairo_;
  CHandle<PangoFontMap, g_object_unref> fonts_;
  CHandle<PangoContext, g_object_unref> pango_;
};

}  // namespace assay::exports
