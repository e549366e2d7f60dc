// SPDX-License-Identifier: Apache-2.0
// Draws statuses as shapes (disc with a tick, half disc, dashed ring, triangle) and words,
// confidences and shares.
#include "pipeline/export/pdf_parts.hpp"

#include <numbers>

#include "pipeline/export/pdf_canvas.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// On a grid of 16 x 16.
void disc_with_tick(cairo_t* pen) {
  cairo_new_sub_path(pen);
  cairo_arc(pen, 8, 8, 7, 0, kTurn);
  cairo_fill(pen);
  cairo_set_source_rgb(pen, 1, 1, 1);
  cairo_set_line_width(pen, 1.7);
  cairo_move_to(pen, 4.8, 8.3);
  cairo_line_to(pen, 7, 10.6);
  cairo_line_to(pen, 11.3, 5.7);
  cairo_stroke(pen);
}

void ring(cairo_t* pen) {
  cairo_new_sub_path(pen);
  cairo_arc(pen, 8, 8, 6.2, 0, kTurn);
  cairo_stroke(pen);
}

void half_disc(cairo_t* pen) {
  ring(pen);
  cairo_new_sub_path(pen);
  cairo_arc(pen, 8, 8, 6.2, -kTurn / 4, kTurn / 4);
  cairo_fill(pen);
}

void dashed_ring(cairo_t* pen) {
  constexpr double kDash = kTurn * 6.2 / 16;
  cairo_set_dash(pen, &kDash, 1, 0);
  ring(pen);
  cairo_set_dash(pen, nullptr, 0, 0);
}

void triangle(cairo_t* pen) {
  cairo_move_to(pen, 8, 2.2);
  cairo_line_to(pen, 14.4, 13.4);
  cairo_line_to(pen, 1.6, 13.4);
  cairo_close_path(pen);
  cairo_stroke(pen);
  cairo_rectangle(pen, 7.2, 6, 1.6, 4);
  cairo_rectangle(pen, 7.2, 11, 1.6, 1.4);
  cairo_fill(pen);
}

}  // namespace

void PdfCanvas::glyph(AssessmentStatus status, double x, double y, double size) {
  if (!write_) return;
  cairo_t* pen = cairo_.get();
  cairo_save(pen);
  cairo_translate(pen, x, y);
  cairo_scale(pen, size / 16, size / 16);
  cairo_new_path(pen);  // text leaves a point behind
  cairo_set_line_width(pen, 1.6);
  use(status_colour(status));
  switch (status) {
    case AssessmentStatus::Complete:
      disc_with_tick(pen);
      break;
    case AssessmentStatus::Partial:
      half_disc(pen);
      break;
    case AssessmentStatus::Missing:
      dashed_ring(pen);
      break;
    case AssessmentStatus::Failed:
      triangle(pen);
      break;
  }
  cairo_restore(pen);
}

void PdfCanvas::mark(bool met, double x, double y, double size) {
  if (!write_) return;
  cairo_t* pen = cairo_.get();
  cairo_save(pen);
  cairo_translate(pen, x, y);
  cairo_scale(pen, size / 16, size / 16);
  cairo_new_path(pen);
  cairo_set_line_width(pen, 2);
  use(met ? status_colour(AssessmentStatus::Complete) : kSecond);
  if (met) {
    cairo_move_to(pen, 2.5, 8.5);
    cairo_line_to(pen, 6.4, 12.4);
    cairo_line_to(pen, 13.5, 4);
  } else {
    cairo_new_sub_path(pen);
    cairo_arc(pen, 8, 8, 5.4, 0, kTurn);
  }
  cairo_stroke(pen);
  cairo_restore(pen);
}

double draw_status(PdfCanvas& canvas, AssessmentStatus status, double x, double y, double size) {
  const TextBlock word = canvas.set_text(
      status_word(status),
      {.size = size, .bold = true, .ink = status_colour(status), .by_script = false}, 120, 1);
  const double glyph = size * 1.15;
  canvas.glyph(status, x, y + (word.height() - glyph) / 2, glyph);
  canvas.draw(word, x + glyph + 4, y);
  return glyph + 4 + word.width();
}

double draw_confidence(PdfCanvas& canvas, const Report& report, double confidence, double x,
                       double y) {
  constexpr double kBar = 46;
  const TextBlock number =
      canvas.set_text(two_digits(confidence), {.size = 8.5, .by_script = false}, 40, 1);
  const double middle = y + number.height() / 2;
  canvas.fill(x, middle - 1.5, kBar, 3, kLine, 1.5);
  if (confidence > 0.01) canvas.fill(x, middle - 1.5, kBar * confidence, 3, kAccent, 1.5);
  for (const double at : {report.threshold_partial, report.threshold_complete}) {
    canvas.fill(x + kBar * at - 0.3, middle - 3.5, 0.6, 7, kSecond);
  }
  canvas.draw(number, x + kBar + 6, y);
  return kBar + 6 + number.width();
}

void draw_shares(PdfCanvas& canvas, const Counts& counts, double x, double y, double width,
                 double height) {
  std::size_t total = 0;
  for (const std::size_t count : counts) total += count;
  if (total == 0) return;
  double at = x;
  for (const AssessmentStatus status : kStatuses) {
    const double part =
        width * static_cast<double>(count_of(counts, status)) / static_cast<double>(total);
    // A thin gap between the parts separates them without relying on colour.
    if (part > 0) canvas.fill(at, y, part > 2 ? part - 1 : part, height, status_colour(status));
    at += part;
  }
}

}  // namespace assay::exports
