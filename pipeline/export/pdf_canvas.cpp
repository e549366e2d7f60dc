// SPDX-License-Identifier: Apache-2.0
// Wraps cairo and pango; nothing else here calls them.
#include "pipeline/export/pdf_canvas.hpp"

#include <algorithm>
#include <numbers>
#include <stdexcept>

namespace assay::exports {
namespace {

// The first font has the letters of Europe, the others those of nearly every script. For missing
// glyphs, pango searches all installed fonts.
constexpr const char* kText = "Inter, Noto Sans, DejaVu Sans, sans-serif";
constexpr const char* kMono = "DejaVu Sans Mono, Noto Sans Mono, monospace";
constexpr double kLeading = 1.25F;

using FontOptions = CHandle<cairo_font_options_t, cairo_font_options_destroy>;
using FontDescription = CHandle<PangoFontDescription, pango_font_description_free>;
using LineIterator = CHandle<PangoLayoutIter, pango_layout_iter_free>;

double points(int units) {
  return static_cast<double>(units) / PANGO_SCALE;
}

// Makes glyph shapes independent of any screen's pixel grid.
void set_options(PangoContext* context) {
  const FontOptions options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(context, options.get());
  pango_context_set_round_glyph_positions(context, FALSE);
  pango_context_set_base_dir(context, PANGO_DIRECTION_LTR);
}

// An attribute of a cairo tag, quoted.
std::string attribute(std::string_view name, std::string_view value) {
  return std::string(name) + "='" + std::string(value) + "'";
}

}  // namespace

Colour status_colour(AssessmentStatus status) {
  switch (status) {
    case AssessmentStatus::Complete:
      return colour(0x14774a);
    case AssessmentStatus::Partial:
      return colour(0x9a5b00);
    case AssessmentStatus::Missing:
      return colour(0xb42a2a);
    case AssessmentStatus::Failed:
      break;
  }
  return colour(0x6941c6);
}

double TextBlock::height() const {
  int height = 0;
  pango_layout_get_size(layout_.get(), nullptr, &height);
  return points(height);
}

double TextBlock::width() const {
  PangoRectangle logical;
  pango_layout_get_extents(layout_.get(), nullptr, &logical);
  return points(logical.width);
}

PdfCanvas::PdfCanvas(std::function<void(std::string_view)> write, const PdfFacts& facts)
    : write_(std::move(write)),
      surface_(cairo_pdf_surface_create_for_stream(take, this, kPageWidth, kPageHeight)),
      cairo_(cairo_create(surface_.get())),
      fonts_(pango_cairo_font_map_new()),
      pango_(pango_font_map_create_context(fonts_.get())) {
  cairo_pdf_surface_restrict_to_version(surface_.get(), CAIRO_PDF_VERSION_1_5);
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(fonts_.get()), 72);
  set_options(pango_.get());
  const auto set = [this](cairo_pdf_metadata_t what, const std::string& text) {
    cairo_pdf_surface_set_metadata(surface_.get(), what, text.c_str());
  };
  const std::string at = to_iso8601(facts.at).substr(0, 19) + "Z";
  set(CAIRO_PDF_METADATA_TITLE, facts.title);
  set(CAIRO_PDF_METADATA_AUTHOR, facts.author);
  set(CAIRO_PDF_METADATA_SUBJECT, facts.subject);
  set(CAIRO_PDF_METADATA_KEYWORDS, facts.keywords);
  set(CAIRO_PDF_METADATA_CREATOR, "Assay");
  set(CAIRO_PDF_METADATA_CREATE_DATE, at);
  set(CAIRO_PDF_METADATA_MOD_DATE, at);
  check();
}

// Exceptions must not pass through cairo.
cairo_status_t PdfCanvas::take(void* self, const unsigned char* bytes, unsigned length) {
  auto& canvas = *static_cast<PdfCanvas*>(self);
  if (!canvas.write_) return CAIRO_STATUS_SUCCESS;
  if (canvas.failed_) return CAIRO_STATUS_WRITE_ERROR;
  try {
    canvas.write_({reinterpret_cast<const char*>(bytes), length});
  } catch (...) {  // check() rethrows it
    canvas.failed_ = std::current_exception();
    return CAIRO_STATUS_WRITE_ERROR;
  }
  return CAIRO_STATUS_SUCCESS;
}

void PdfCanvas::check() const {
  if (failed_) std::rethrow_exception(failed_);
  for (const cairo_status_t status :
       {cairo_status(cairo_.get()), cairo_surface_status(surface_.get())}) {
    if (status != CAIRO_STATUS_SUCCESS) {
      throw std::runtime_error(std::string("cairo: ") + cairo_status_to_string(status));
    }
  }
}

TextBlock PdfCanvas::set_text(std::string_view text, const Type& type, double width,
                              int max_lines) const {
  PangoLayout* layout = pango_layout_new(pango_.get());
  TextBlock block(layout, type.ink);
  const FontDescription font(pango_font_description_new());
  pango_font_description_set_family_static(font.get(), type.mono ? kMono : kText);
  pango_font_description_set_weight(font.get(),
                                    type.bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_absolute_size(font.get(), type.size * PANGO_SCALE);
  pango_layout_set_font_description(layout, font.get());
  pango_layout_set_auto_dir(layout, type.by_script ? TRUE : FALSE);
  pango_layout_set_width(layout, static_cast<int>(width * PANGO_SCALE));
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_line_spacing(layout, kLeading);
  if (max_lines > 0) {
    pango_layout_set_height(layout, -max_lines);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  }
  pango_layout_set_text(layout, text.data(), static_cast<int>(text.size()));
  return block;
}

void PdfCanvas::draw(const TextBlock& block, double x, double y) {
  if (!write_) return;
  use(block.ink());
  cairo_move_to(cairo_.get(), x, y);
  pango_cairo_show_layout(cairo_.get(), block.layout());
}

void PdfCanvas::draw_lines(const TextBlock& block, double x,
                           const std::function<double(double, double)>& place) {
  const LineIterator line(pango_layout_get_iter(block.layout()));
  do {
    int top = 0;
    int bottom = 0;
    pango_layout_iter_get_line_yrange(line.get(), &top, &bottom);
    PangoRectangle logical;
    pango_layout_iter_get_line_extents(line.get(), nullptr, &logical);
    const double origin = place(points(top), points(bottom));
    if (!write_) continue;
    use(block.ink());
    cairo_move_to(cairo_.get(), x + points(logical.x),
                  origin + points(pango_layout_iter_get_baseline(line.get())));
    pango_cairo_show_layout_line(cairo_.get(), pango_layout_iter_get_line_readonly(line.get()));
  } while (pango_layout_iter_next_line(line.get()) != FALSE);
}

void PdfCanvas::use(Colour ink) {
  cairo_set_source_rgb(cairo_.get(), ink.red, ink.green, ink.blue);
}

void PdfCanvas::fill(double x, double y, double width, double height, Colour ink, double radius) {
  constexpr double kQuarter = std::numbers::pi / 2;
  if (!write_) return;
  cairo_t* pen = cairo_.get();
  use(ink);
  cairo_new_path(pen);
  if (radius <= 0) {
    cairo_rectangle(pen, x, y, width, height);
  } else {
    const double r = std::min({radius, width / 2, height / 2});
    cairo_new_sub_path(pen);
    cairo_arc(pen, x + width - r, y + r, r, -kQuarter, 0);
    cairo_arc(pen, x + width - r, y + height - r, r, 0, kQuarter);
    cairo_arc(pen, x + r, y + height - r, r, kQuarter, 2 * kQuarter);
    cairo_arc(pen, x + r, y + r, r, 2 * kQuarter, 3 * kQuarter);
    cairo_close_path(pen);
  }
  cairo_fill(pen);
}

void PdfCanvas::rule(double x, double y, double width, Colour ink, double thickness) {
  fill(x, y, width, thickness, ink);
}

void PdfCanvas::link(const std::string& destination, const std::function<void()>& draw) {
  if (!write_) return draw();
  cairo_tag_begin(cairo_.get(), CAIRO_TAG_LINK, attribute("dest", destination).c_str());
  draw();
  cairo_tag_end(cairo_.get(), CAIRO_TAG_LINK);
}

void PdfCanvas::destination(const std::string& name) {
  if (!write_) return;
  cairo_tag_begin(cairo_.get(), CAIRO_TAG_DEST, attribute("name", name).c_str());
  cairo_tag_end(cairo_.get(), CAIRO_TAG_DEST);
}

int PdfCanvas::outline(int parent, const std::string& text, const std::string& destination,
                       bool open) {
  if (!write_) return kTop;
  return cairo_pdf_surface_add_outline(
      surface_.get(), parent, text.c_str(), attribute("dest", destination).c_str(),
      open ? CAIRO_PDF_OUTLINE_FLAG_OPEN : static_cast<cairo_pdf_outline_flags_t>(0));
}

void PdfCanvas::next_page() {
  if (write_) cairo_show_page(cairo_.get());
  check();
}

void PdfCanvas::finish() {
  cairo_surface_finish(surface_.get());
  check();
}

}  // namespace assay::exports
