// SPDX-License-Identifier: Apache-2.0
// Draws statuses, confidences and shares.
#include "pipeline/export/pdf_parts.hpp"
#include "pipeline/export/plain_text.hpp"

namespace assay::exports {

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
