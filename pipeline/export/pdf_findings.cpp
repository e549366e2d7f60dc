// SPDX-License-Identifier: Apache-2.0
// The findings: requirement, status, reasoning, sub-checks, quotes, reviews, tasks.
#include <algorithm>

#include "pipeline/export/pdf_parts.hpp"
#include "pipeline/export/report_text.hpp"

namespace assay::exports {
namespace {

constexpr Type kBody{.size = 9.5};
constexpr Type kSmall{.size = 8.5, .ink = kSecond};
constexpr double kIndent = 14;

void caption(Flow& flow, std::string_view text) {
  flow.skip(7);
  flow.need(34);
  flow.text(text, {.size = 8.5, .bold = true, .ink = kSecond, .by_script = false});
  flow.skip(2);
}

void head(Flow& flow, const Report& report, const Finding& finding) {
  constexpr double kStatusWidth = 84;
  PdfCanvas& canvas = flow.canvas();
  const TextBlock label = canvas.set_text(one_line(finding.requirement_id),
                                          {.size = 11, .bold = true, .by_script = false}, 300, 1);
  const TextBlock title =
      canvas.set_text(one_line(finding.title), {.size = 10.5, .bold = true}, Flow::kWidth, 30);
  flow.need(std::min(label.height() + title.height() + 90, Flow::kBottom - Flow::kTop));
  flow.destination(destination_of(finding));
  canvas.rule(Flow::kLeft, flow.y(), Flow::kWidth, kSecond, 0.8);
  flow.skip(8);
  canvas.draw(label, Flow::kLeft, flow.y());
  const double bar = Flow::kRight - kStatusWidth - 92;
  const TextBlock word = canvas.set_text("Confidence", {.size = 8.5, .ink = kSecond}, 80, 1);
  canvas.draw(word, bar - word.width() - 8, flow.y() + 2);
  draw_confidence(canvas, report, finding.confidence, bar, flow.y() + 2);
  draw_status(canvas, finding.status, Flow::kRight - kStatusWidth + 12, flow.y() + 0.5, 10);
  flow.skip(label.height() + 3);
  canvas.draw(title, Flow::kLeft, flow.y());
  flow.skip(title.height() + 6);
}

std::string missing_words(const SubCheck& check) {
  if (check.met || check.missing_terms.empty()) return "";
  std::string text = "Not found: ";
  for (std::size_t i = 0; i < check.missing_terms.size(); ++i) {
    text += (i == 0 ? "" : ", ") + one_line(check.missing_terms[i]);
  }
  return text;
}

void checks(Flow& flow, const Finding& finding) {
  if (finding.subchecks.empty()) return;
  caption(flow, "What must be shown");
  for (const SubCheck& check : finding.subchecks) {
    flow.need(16);
    flow.canvas().mark(check.met, Flow::kLeft + 1, flow.y() + 2.5, 8.5);
    std::string text = check.met ? "Shown: " : "Not shown: ";
    flow.text(text + one_line(check.text), {.size = 9}, kIndent);
    const std::string missing = missing_words(check);
    if (!missing.empty()) flow.text(missing, kSmall, kIndent);
    flow.skip(2.5);
  }
}

void quotes(Flow& flow, const Finding& finding) {
  if (finding.quotes.empty()) return;
  caption(flow, finding.quotes.size() == 1 ? "Quote" : "Quotes");
  PdfCanvas& canvas = flow.canvas();
  const auto bar = [&canvas](double top, double bottom) {
    canvas.fill(Flow::kLeft + 2, top, 2.2, bottom - top, kAccent);
  };
  for (const Quote& quote : finding.quotes) {
    flow.need(30);
    flow.text(printable(quote.text), {.size = 9.2}, kIndent, Flow::kWidth, bar);
    flow.text(one_line(quote.file_name) + ", " + quote.place(),
              {.size = 8.5, .ink = kSecond, .by_script = false}, kIndent, Flow::kWidth, bar);
    flow.skip(7);
  }
}

void reviews(Flow& flow, const Finding& finding) {
  for (const Review& review : finding.reviews) {
    caption(flow, "Review by " + one_line(review.reviewer) + ", " + readable(review.at));
    if (review.status) {
      draw_status(flow.canvas(), *review.status, Flow::kLeft + kIndent, flow.y(), 9.5);
      flow.skip(15);
    }
    const std::string verdict = review.verdict == "OVERRIDDEN" ? "Overridden" : "Accepted";
    flow.text(review.note.empty() ? verdict : verdict + ": " + printable(review.note), kBody,
              kIndent);
  }
}

void tasks(Flow& flow, const Finding& finding) {
  for (const Task& task : finding.tasks) {
    caption(flow, "To do");
    flow.text(one_line(task.title), {.size = 9.5, .bold = true}, kIndent);
    flow.skip(3);
    flow.text(printable(task.description), {.size = 9}, kIndent);
    std::string state;
    if (task.assignee) state = "Assigned to " + one_line(*task.assignee) + ". ";
    if (task.due_date) state += "Due " + *task.due_date + ".";
    if (!state.empty()) flow.text(state, kSmall, kIndent);
  }
}

void one(Flow& flow, const Report& report, const Finding& finding) {
  head(flow, report, finding);
  checks(flow, finding);
  caption(flow, finding.error ? "Why it failed" : "Reasoning");
  flow.text(printable(finding.error.value_or(finding.reasoning)), {.size = 9});
  quotes(flow, finding);
  reviews(flow, finding);
  tasks(flow, finding);
  flow.skip(20);
}

}  // namespace

void pdf_findings(Flow& flow, const Report& report, const Output& output) {
  flow.next_page();
  PdfCanvas& canvas = flow.canvas();
  flow.destination(kFindingsPart);
  const int part = canvas.outline(PdfCanvas::kTop, "Findings", kFindingsPart, true);
  flow.heading("Findings", 20);
  for (const Criterion& criterion : report.criteria) {
    flow.skip(14);
    flow.need(150);
    const std::string title = std::to_string(criterion.id) + "  " + one_line(criterion.title);
    flow.destination(destination_of(criterion));
    const int chapter = canvas.outline(part, title, destination_of(criterion), false);
    flow.heading(title, 14);
    if (!criterion.description.empty()) flow.text(printable(criterion.description), kSmall);
    flow.skip(10);
    for (const Finding& finding : criterion.findings) {
      output.check();
      one(flow, report, finding);
      static_cast<void>(canvas.outline(chapter,
                                       one_line(finding.requirement_id) + " " +
                                           shortened(one_line(finding.title), 80) + " (" +
                                           std::string(status_word(finding.status)) + ")",
                                       destination_of(finding), false));
    }
  }
}

}  // namespace assay::exports
