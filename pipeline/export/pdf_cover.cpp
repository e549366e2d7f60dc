// SPDX-License-Identifier: Apache-2.0
// The cover, and the summary with its chart.
#include "pipeline/export/pdf_parts.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

constexpr Type kLabel{.size = 8.5, .ink = kSecond, .by_script = false};

void cover_fact(Flow& flow, std::string_view label, const std::string& value, bool mono = false) {
  constexpr double kLabelWidth = 118;
  PdfCanvas& canvas = flow.canvas();
  const TextBlock block = canvas.set_text(value, {.size = mono ? 8.5 : 10, .mono = mono},
                                          Flow::kWidth - kLabelWidth, 3);
  canvas.draw(canvas.set_text(label, kLabel, kLabelWidth, 1), Flow::kLeft, flow.y() + 1);
  canvas.draw(block, Flow::kLeft + kLabelWidth, flow.y() + (mono ? 1.5 : 0));
  flow.skip(block.height() + 7);
}

// A line of the table of contents, linked to its destination.
void content_line(Flow& flow, std::string_view title, const std::string& destination) {
  PdfCanvas& canvas = flow.canvas();
  canvas.link(destination, [&] {
    canvas.draw(canvas.set_text(title, {.size = 10, .by_script = false}, 300, 1), Flow::kLeft,
                flow.y());
    const TextBlock number =
        canvas.set_text(flow.known().text(destination), {.size = 10, .by_script = false}, 40, 1);
    canvas.draw(number, Flow::kRight - number.width(), flow.y());
  });
  canvas.rule(Flow::kLeft, flow.y() + 18, Flow::kWidth, kLine);
  flow.skip(25);
}

std::string percent(std::size_t part, std::size_t whole) {
  if (whole == 0) return "0 %";
  return std::to_string((part * 200 + whole) / (2 * whole)) + " %";
}

std::string sentence_of(const Report& report) {
  std::size_t quoted = 0;
  for (const Document& document : report.documents) quoted += document.quoted > 0 ? 1 : 0;
  const auto number = [&report](AssessmentStatus status) {
    return std::to_string(count_of(report.counts, status));
  };
  std::string text = "Of " + counted(report.finding_count, "requirement") +
                     ", the evidence fully satisfies " + number(AssessmentStatus::Complete) +
                     " and partly addresses " + number(AssessmentStatus::Partial) + ". For " +
                     number(AssessmentStatus::Missing) + " no sufficient evidence was found. ";
  const std::size_t failed = count_of(report.counts, AssessmentStatus::Failed);
  if (failed > 0) {
    text += number(AssessmentStatus::Failed) +
            " could not be evaluated, which does not mean that " +
            (failed == 1 ? "it is unmet. " : "they are unmet. ");
  }
  return text + "The findings quote " + counted(report.quote_count, "passage") + " of " +
         std::to_string(quoted) + " out of " + counted(report.documents.size(), "document") + ".";
}

// Shape, word, number, share and meaning of each status.
void legend(Flow& flow, const Report& report) {
  constexpr std::array<std::string_view, 4> kMeaning{
      "The evidence fully satisfies the requirement.", "The evidence partly addresses it.",
      "No relevant evidence was found.", "The evaluation itself could not be completed."};
  PdfCanvas& canvas = flow.canvas();
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    const AssessmentStatus status = kStatuses.at(i);
    const std::size_t count = count_of(report.counts, status);
    const double y = flow.y();
    draw_status(canvas, status, Flow::kLeft, y, 10);
    const auto right = [&](const std::string& text, double end, bool bold) {
      const TextBlock block =
          canvas.set_text(text, {.size = 10, .bold = bold, .by_script = false}, 60, 1);
      canvas.draw(block, end - block.width(), y);
    };
    right(std::to_string(count), Flow::kLeft + 130, true);
    right(percent(count, report.finding_count), Flow::kLeft + 185, false);
    canvas.draw(canvas.set_text(kMeaning.at(i), {.size = 9.5, .ink = kSecond, .by_script = false},
                                Flow::kWidth - 210, 1),
                Flow::kLeft + 210, y);
    canvas.rule(Flow::kLeft, y + 18, Flow::kWidth, kLine);
    flow.skip(24);
  }
}

void criterion_bars(Flow& flow, const Report& report) {
  constexpr double kTitle = 215;
  constexpr double kBar = 175;
  PdfCanvas& canvas = flow.canvas();
  for (const Criterion& criterion : report.criteria) {
    const TextBlock title = canvas.set_text(
        std::to_string(criterion.id) + "  " + one_line(criterion.title), {.size = 9.5}, kTitle, 2);
    flow.need(title.height() + 8);
    canvas.link(destination_of(criterion), [&] { canvas.draw(title, Flow::kLeft, flow.y()); });
    draw_shares(canvas, criterion.counts, Flow::kLeft + kTitle + 12, flow.y() + 2.5, kBar, 8);
    const TextBlock share =
        canvas.set_text(std::to_string(count_of(criterion.counts, AssessmentStatus::Complete)) +
                            " of " + std::to_string(criterion.findings.size()) + " complete",
                        {.size = 8.5, .ink = kSecond, .by_script = false}, 90, 1);
    canvas.draw(share, Flow::kRight - share.width(), flow.y());
    flow.skip(title.height() + 8);
  }
}

void reading_help(Flow& flow, const Report& report) {
  const Type type{.size = 9, .ink = kSecond, .by_script = false};
  flow.need(90);
  flow.text(
      "The confidence of a finding is a number from 0 to 1. From " +
          two_digits(report.threshold_complete) + " on a requirement counts as complete, from " +
          two_digits(report.threshold_partial) +
          " on as partial; the two ticks on each bar stand at these thresholds. Every passage "
          "quoted was checked to stand in the document and on the page that are named.",
      type);
  flow.skip(6);
  flow.text(
      "Each status has a shape and a word beside its colour, so this report can be read in "
      "black and white.",
      type);
}

}  // namespace

void pdf_cover(Flow& flow, const Report& report) {
  PdfCanvas& canvas = flow.canvas();
  canvas.fill(0, 0, kPageWidth, 10, kAccent);
  flow.move_to(150);
  flow.text("Compliance evidence assessment",
            {.size = 11, .bold = true, .ink = kAccent, .by_script = false});
  flow.skip(10);
  const TextBlock title =
      canvas.set_text(one_line(report.pack_name), {.size = 30, .bold = true}, Flow::kWidth, 3);
  canvas.draw(title, Flow::kLeft, flow.y());
  flow.skip(title.height() + 8);
  const TextBlock tenant =
      canvas.set_text(one_line(report.tenant_name), {.size = 16, .ink = kSecond}, Flow::kWidth, 2);
  canvas.draw(tenant, Flow::kLeft, flow.y());
  flow.skip(tenant.height() + 26);
  draw_shares(canvas, report.counts, Flow::kLeft, flow.y(), Flow::kWidth, 14);
  flow.skip(24);
  double x = Flow::kLeft;
  for (const AssessmentStatus status : kStatuses) {
    x += draw_status(canvas, status, x, flow.y(), 9.5) + 4;
    const TextBlock count = canvas.set_text(std::to_string(count_of(report.counts, status)),
                                            {.size = 9.5, .bold = true, .by_script = false}, 60, 1);
    canvas.draw(count, x, flow.y());
    x += count.width() + 22;
  }
  flow.skip(52);
  cover_fact(flow, "Assessed", readable(report.completed_at));
  cover_fact(flow, "Framework version", one_line(report.pack_version));
  cover_fact(flow, "Evidence", counted(report.documents.size(), "document"));
  cover_fact(flow, "Evaluator", report.evaluator);
  cover_fact(flow, "Run", report.run_id, true);
  cover_fact(flow, "Frozen record, SHA-256", report.snapshot_hash.value_or("none was made"), true);
  flow.move_to(Flow::kBottom - 120);
  content_line(flow, "Summary", kSummaryPart);
  content_line(flow, "Requirements by criterion", kMatrixPart);
  content_line(flow, "Findings", kFindingsPart);
  content_line(flow, "Appendix: what this report is based on", kAppendixPart);
}

void pdf_summary(Flow& flow, const Report& report) {
  flow.next_page();
  flow.destination(kSummaryPart);
  static_cast<void>(flow.canvas().outline(PdfCanvas::kTop, "Summary", kSummaryPart, true));
  flow.heading("Summary", 20);
  flow.skip(8);
  flow.text(sentence_of(report), {.size = 10.5, .by_script = false});
  flow.skip(14);
  draw_shares(flow.canvas(), report.counts, Flow::kLeft, flow.y(), Flow::kWidth, 22);
  flow.skip(34);
  legend(flow, report);
  flow.skip(10);
  reading_help(flow, report);
  flow.skip(20);
  flow.heading("By criterion", 13);
  flow.skip(8);
  criterion_bars(flow, report);
}

}  // namespace assay::exports
