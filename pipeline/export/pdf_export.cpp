// SPDX-License-Identifier: Apache-2.0
// PDF: the report for an auditor. It is rendered twice: the first pass finds the page numbers, the
// second writes the file.
#include "pipeline/export/formats.hpp"
#include "pipeline/export/pdf_parts.hpp"
#include "pipeline/export/plain_text.hpp"

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

}  // namespace assay::exports
