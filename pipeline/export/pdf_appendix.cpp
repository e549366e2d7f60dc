// SPDX-License-Identifier: Apache-2.0
// The appendix: the run's pins, and every document with its hash.
#include "pipeline/export/pdf_parts.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

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
