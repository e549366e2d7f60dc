// SPDX-License-Identifier: Apache-2.0
// PDF: the report for an auditor. It is rendered twice: the first pass finds the page numbers, the
// second writes the file. Breaks pages and draws their feet.
#include "pipeline/export/pdf_parts.hpp"

#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

PdfFacts facts_of(const Report& report) {
  PdfFacts facts;
  facts.title = one_line(report.pack_name) + ": assessment of " + one_line(report.tenant_name);
  facts.author = one_line(report.tenant_name);
  facts.subject = "Compliance evidence assessment, run " + report.run_id;
  facts.keywords = "compliance, assessment, evidence";
  if (report.snapshot_hash) facts.keywords += ", sha256:" + *report.snapshot_hash;
  facts.at = report.completed_at;
  return facts;
}

PageNumbers lay_out(PdfCanvas& canvas, const Report& report, const Output& output,
                    const PageNumbers& known) {
  Flow flow(canvas, one_line(report.pack_name) + "  ·  " + one_line(report.tenant_name), known);
  pdf_cover(flow, report);
  pdf_summary(flow, report);
  pdf_matrix(flow, report);
  pdf_findings(flow, report, output);
  pdf_appendix(flow, report);
  return flow.finish();
}

PageNumbers measure(const Report& report, const Output& output) {
  PdfCanvas canvas(nullptr, facts_of(report));
  return lay_out(canvas, report, output, PageNumbers());
}

}  // namespace

void write_pdf(const Report& report, const Output& output) {
  const PageNumbers known = measure(report, output);
  Buffer out(output);
  PdfCanvas canvas([&out](std::string_view bytes) { out << bytes; }, facts_of(report));
  static_cast<void>(lay_out(canvas, report, output, known));
  canvas.finish();
  out.flush();
}

void Flow::draw_foot() {
  if (page_ == 1) return;
  constexpr double kFoot = kPageHeight - 44;
  constexpr double kNumber = 80;
  const Type type{.size = 8, .ink = kSecond, .by_script = false};
  canvas_.rule(kLeft, kFoot - 8, kWidth, kLine);
  canvas_.draw(canvas_.set_text(foot_, type, kWidth - kNumber, 1), kLeft, kFoot);
  std::string number = "Page " + std::to_string(page_);
  if (known_.total > 0) number += " of " + std::to_string(known_.total);
  const TextBlock block = canvas_.set_text(number, type, kNumber, 1);
  canvas_.draw(block, kRight - block.width(), kFoot);
}

void Flow::next_page() {
  draw_foot();
  canvas_.next_page();
  ++page_;
  y_ = kTop;
  if (head_) head_();
}

void Flow::text(std::string_view text, const Type& type, double indent, double width,
                const std::function<void(double, double)>& beside) {
  const TextBlock block = canvas_.set_text(text, type, width - indent);
  double origin = y_;
  double end = 0;  // of the last line, from the block's top
  double above = y_;
  canvas_.draw_lines(block, kLeft + indent, [&](double top, double bottom) {
    if (origin + bottom > kBottom) {
      next_page();
      origin = y_ - top;
      above = y_;
    }
    if (beside) beside(above, origin + bottom);  // without gaps between the lines
    above = origin + bottom;
    end = bottom;
    return origin;
  });
  y_ = origin + end;
}

void Flow::heading(std::string_view text, double size, double with) {
  const Type type{.size = size, .bold = true};
  const TextBlock block = canvas_.set_text(text, type, kWidth);
  need(block.height() + with);
  canvas_.draw(block, kLeft, y_);
  y_ += block.height();
}

void Flow::destination(const std::string& name) {
  canvas_.destination(name);
  learnt_.of[name] = page_;
}

PageNumbers Flow::finish() {
  draw_foot();
  learnt_.total = page_;
  return std::move(learnt_);
}

}  // namespace assay::exports
