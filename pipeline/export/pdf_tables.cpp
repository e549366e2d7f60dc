// SPDX-License-Identifier: Apache-2.0
// The matrix: every requirement on one line, by criterion, with the page of its finding. The
// appendix: the run's pins, and every document with its hash.
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

void fact(Flow& flow, std::string_view label, const std::string& value, bool mono = false) {
  constexpr double kLabel = 128;
  flow.need(16);
  PdfCanvas& canvas = flow.canvas();
  canvas.draw(
      canvas.set_text(label, {.size = 9, .ink = kSecond, .by_script = false}, kLabel - 8, 1),
      Flow::kLeft, flow.y());
  flow.text(value, {.size = mono ? 8.5 : 9, .mono = mono}, kLabel);
  flow.skip(4);
}

void pins(Flow& flow, const Report& report) {
  fact(flow, "Organisation", one_line(report.tenant_name));
  fact(flow, "Framework",
       one_line(report.pack_name) + ", version " + one_line(report.pack_version));
  fact(flow, "Criteria version", report.criteria_version_id, true);
  if (report.corpus_title) fact(flow, "Regulatory text", one_line(*report.corpus_title));
  fact(flow, "Run", report.run_id, true);
  fact(flow, "Started", readable(report.started_at));
  fact(flow, "Completed", readable(report.completed_at));
  fact(flow, "Evaluator", report.evaluator);
  fact(flow, "Encoder", report.model, true);
  if (report.glossary_version) {
    fact(flow, "Glossary", "version " + std::to_string(*report.glossary_version));
  }
  fact(flow, "Complete from", "confidence " + two_digits(report.threshold_complete));
  fact(flow, "Partial from", "confidence " + two_digits(report.threshold_partial));
  fact(flow, "Similarity threshold", two_digits(report.similarity_threshold));
  if (report.failure_reason) fact(flow, "Failures", printable(*report.failure_reason));
  fact(flow, "Frozen record, SHA-256",
       report.snapshot_hash.value_or("none: the run was made without a frozen record"),
       report.snapshot_hash.has_value());
}

void document(Flow& flow, const Document& document) {
  PdfCanvas& canvas = flow.canvas();
  const TextBlock name = canvas.set_text(one_line(document.file_name),
                                         {.size = 9, .by_script = false}, Flow::kWidth - 150, 3);
  flow.need(name.height() + 24);
  const std::string note = document.deleted       ? "deleted before it was read"
                           : document.quoted == 0 ? "not quoted"
                                                  : counted(document.quoted, "quote");
  const TextBlock right =
      canvas.set_text(one_line(document.file_type) + ", " + note,
                      {.size = 8.5, .ink = kSecond, .by_script = false}, 146, 1);
  canvas.draw(name, Flow::kLeft, flow.y());
  canvas.draw(right, Flow::kRight - right.width(), flow.y());
  flow.skip(name.height() + 1);
  flow.text(document.sha256, {.size = 7.8, .ink = kSecond, .mono = true});
  canvas.rule(Flow::kLeft, flow.y() + 3, Flow::kWidth, kLine);
  flow.skip(9);
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

void pdf_appendix(Flow& flow, const Report& report) {
  flow.next_page();
  flow.destination(kAppendixPart);
  static_cast<void>(flow.canvas().outline(PdfCanvas::kTop, "Appendix: what this report is based on",
                                          kAppendixPart, false));
  flow.heading("Appendix: what this report is based on", 20);
  flow.skip(10);
  pins(flow, report);
  if (report.snapshot_hash) {
    flow.skip(4);
    flow.text(
        "The frozen record holds everything this report was made from: the requirements, the "
        "passages that were compared with them, and the findings. It is part of the evidence "
        "package of this run; its SHA-256 must be the one above.",
        {.size = 9, .ink = kSecond, .by_script = false});
  }
  flow.skip(18);
  flow.heading("Documents assessed", 13);
  flow.skip(3);
  flow.text("With the SHA-256 of each original as it was uploaded.",
            {.size = 9, .ink = kSecond, .by_script = false});
  flow.skip(8);
  for (const Document& one : report.documents) document(flow, one);
}

}  // namespace assay::exports
