// SPDX-License-Identifier: Apache-2.0
// The matrix: every requirement on one line, by criterion, with the page of its finding.
#include <algorithm>

#include "pipeline/export/pdf_parts.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

// Left edges of the columns; numbers are aligned to the right edges given.
constexpr double kTitle = Flow::kLeft + 62;
constexpr double kTitleWidth = 218;
constexpr double kStatus = kTitle + kTitleWidth + 12;
constexpr double kConfidence = kStatus + 68;
constexpr double kQuotesEnd = Flow::kRight - 34;
constexpr double kPageEnd = Flow::kRight;

void right(PdfCanvas& canvas, const std::string& text, double end, double y, const Type& type) {
  const TextBlock block = canvas.set_text(text, type, 60, 1);
  canvas.draw(block, end - block.width(), y);
}

void head_of_table(Flow& flow) {
  const Type type{.size = 8, .ink = kSecond, .by_script = false};
  PdfCanvas& canvas = flow.canvas();
  const double y = flow.y();
  canvas.draw(canvas.set_text("Requirement", type, 200, 1), Flow::kLeft, y);
  canvas.draw(canvas.set_text("Status", type, 60, 1), kStatus, y);
  canvas.draw(canvas.set_text("Confidence", type, 80, 1), kConfidence, y);
  right(canvas, "Quotes", kQuotesEnd, y, type);
  right(canvas, "Page", kPageEnd, y, type);
  canvas.rule(Flow::kLeft, y + 14, Flow::kWidth, kSecond, 0.8);
  flow.skip(19);
}

void row(Flow& flow, const Report& report, const Finding& finding) {
  constexpr int kMaxLines = 3;
  const Type number{.size = 8.5, .by_script = false};
  PdfCanvas& canvas = flow.canvas();
  const TextBlock title =
      canvas.set_text(one_line(finding.title), {.size = 8.5}, kTitleWidth, kMaxLines);
  const TextBlock label = canvas.set_text(one_line(finding.requirement_id),
                                          {.size = 8.5, .bold = true, .by_script = false}, 58, 2);
  const double height = std::max(title.height(), label.height());
  flow.need(height + 9);
  const double y = flow.y();
  const std::string target = destination_of(finding);
  canvas.link(target, [&] {
    canvas.draw(label, Flow::kLeft, y);
    canvas.draw(title, kTitle, y);
  });
  draw_status(canvas, finding.status, kStatus, y, 8.5);
  draw_confidence(canvas, report, finding.confidence, kConfidence, y);
  right(canvas, std::to_string(finding.quotes.size()), kQuotesEnd, y, number);
  right(canvas, flow.known().text(target), kPageEnd, y, number);
  canvas.rule(Flow::kLeft, y + height + 4, Flow::kWidth, kLine);
  flow.skip(height + 9);
}

}  // namespace

void pdf_matrix(Flow& flow, const Report& report) {
  flow.next_page();
  flow.destination(kMatrixPart);
  static_cast<void>(
      flow.canvas().outline(PdfCanvas::kTop, "Requirements by criterion", kMatrixPart, false));
  flow.heading("Requirements by criterion", 20);
  flow.skip(6);
  for (const Criterion& criterion : report.criteria) {
    flow.skip(10);
    flow.heading(std::to_string(criterion.id) + "  " + one_line(criterion.title), 11.5);
    flow.skip(5);
    head_of_table(flow);
    flow.repeat([&flow] { head_of_table(flow); });
    for (const Finding& finding : criterion.findings) row(flow, report, finding);
    flow.repeat(nullptr);
  }
}

}  // namespace assay::exports
