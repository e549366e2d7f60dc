// SPDX-License-Identifier: Apache-2.0
// The shapes of the statuses: disc with a tick, half disc, dashed ring, triangle.
#include <numbers>

#include "pipeline/export/pdf_canvas.hpp"

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

}  // namespace assay::exports
