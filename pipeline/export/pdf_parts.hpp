// SPDX-License-Identifier: Apache-2.0
// The PDF report: content that flows from top to bottom over pages, the parts in their order, and
// what they share.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "pipeline/export/export_formats.hpp"
#include "pipeline/export/pdf_canvas.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::exports {

// Page numbers known only after a whole pass: the first pass measures them, the second shows them.
struct PageNumbers {
  int total = 0;
  std::map<std::string, int> of;  // by destination
  // "" while the page is unknown
  [[nodiscard]] std::string text(const std::string& destination) const {
    const auto found = of.find(destination);
    return found == of.end() ? "" : std::to_string(found->second);
  }
};

class Flow {
 public:
  static constexpr double kLeft = 56;
  static constexpr double kRight = kPageWidth - 56;
  static constexpr double kWidth = kRight - kLeft;
  static constexpr double kTop = 60;
  static constexpr double kBottom = kPageHeight - 68;

  // foot: the text at the bottom of every page but the first. known: from the previous pass; empty
  // in the first.
  Flow(PdfCanvas& canvas, std::string foot, const PageNumbers& known)
      : canvas_(canvas), foot_(std::move(foot)), known_(known) {}

  [[nodiscard]] PdfCanvas& canvas() const noexcept { return canvas_; }
  [[nodiscard]] const PageNumbers& known() const noexcept { return known_; }
  [[nodiscard]] double y() const noexcept { return y_; }
  void skip(double height) { y_ += height; }
  void move_to(double y) { y_ = y; }

  // Starts a new page when less than this height is left.
  void need(double height) {
    if (y_ + height > kBottom) next_page();
  }
  void next_page();
  // head is called at the top of each new page, below its margin; null: nothing.
  void repeat(std::function<void()> head) { head_ = std::move(head); }

  // Text that may span pages. beside(top, bottom) is called with each line's position on its page.
  void text(std::string_view text, const Type& type, double indent = 0, double width = kWidth,
            const std::function<void(double, double)>& beside = nullptr);
  // Keeps the heading together with at least `with` points of what follows it.
  void heading(std::string_view text, double size, double with = 60);
  // Marks the current position for links, page numbers and the outline.
  void destination(const std::string& name);

  // Draws the foot of the last page and returns the page numbers. Call once, at the end.
  [[nodiscard]] PageNumbers finish();

 private:
  void draw_foot();

  PdfCanvas& canvas_;
  std::string foot_;
  const PageNumbers& known_;
  PageNumbers learnt_;
  std::function<void()> head_;
  double y_ = kTop;
  int page_ = 1;
};

// pdf_cover.cpp
void pdf_cover(Flow& flow, const Report& report);
void pdf_summary(Flow& flow, const Report& report);
// pdf_tables.cpp
void pdf_matrix(Flow& flow, const Report& report);
// pdf_findings.cpp
void pdf_findings(Flow& flow, const Report& report, const Output& output);
// pdf_tables.cpp
void pdf_appendix(Flow& flow, const Report& report);

// Destinations of the parts and of each finding.
inline constexpr const char* kSummaryPart = "summary";
inline constexpr const char* kMatrixPart = "matrix";
inline constexpr const char* kFindingsPart = "findings";
inline constexpr const char* kAppendixPart = "appendix";
[[nodiscard]] inline std::string destination_of(const Finding& finding) {
  return "finding-" + finding.id.value;
}
[[nodiscard]] inline std::string destination_of(const Criterion& criterion) {
  return "criterion-" + std::to_string(criterion.id);
}

// pdf_marks.cpp: small pieces that several parts draw. draw_status and draw_confidence return their
// width.
// The status as shape and word.
double draw_status(PdfCanvas& canvas, AssessmentStatus status, double x, double y, double size);
// A thin bar with ticks at the two thresholds, and the number beside it.
double draw_confidence(PdfCanvas& canvas, const Report& report, double confidence, double x,
                       double y);
// The shares of the statuses as one bar of that width and height. Parts too thin for a gap get
// none.
void draw_shares(PdfCanvas& canvas, const Counts& counts, double x, double y, double width,
                 double height);

}  // namespace assay::exports
