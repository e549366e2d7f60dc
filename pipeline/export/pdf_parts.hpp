// SPDX-License-Identifier: Apache-2.0
// The parts of the PDF report, in their order, and what they share.
#pragma once

#include <array>

#include "pipeline/export/output.hpp"
#include "pipeline/export/pdf_flow.hpp"
#include "pipeline/export/report_data.hpp"

namespace assay::exports {

inline constexpr std::array kStatuses{AssessmentStatus::Complete, AssessmentStatus::Partial,
                                      AssessmentStatus::Missing, AssessmentStatus::Failed};

// pdf_cover.cpp
void pdf_cover(Flow& flow, const Report& report);
void pdf_summary(Flow& flow, const Report& report);
// pdf_matrix.cpp
void pdf_matrix(Flow& flow, const Report& report);
// pdf_findings.cpp
void pdf_findings(Flow& flow, const Report& report, const Output& output);
// pdf_appendix.cpp
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
