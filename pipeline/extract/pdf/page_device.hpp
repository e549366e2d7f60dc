// SPDX-License-Identifier: Apache-2.0
// The device that poppler draws a page on: collects its words as TextOutputDev does, and also
// lines, areas and what the page marks as headings. Includes poppler's own headers: only for files
// that do so too.
#pragma once

#include <poppler/TextOutputDev.h>

#include <cmath>
#include <vector>

#include "pipeline/extract/pdf/pdf_lines.hpp"
#include "pipeline/extract/pdf/pdf_rules.hpp"
#include "pipeline/extract/pdf/pdf_tags.hpp"

namespace assay::extract {

// ISO 32000-1, annex C: a page is at most 14,400 units long. Positions beyond this limit,
// infinities and NaN (which would break every sort by position) are not usable.
inline constexpr double kMaxCoordinate = 1e6;
[[nodiscard]] inline bool is_usable(double value) {
  return std::isfinite(value) && std::abs(value) <= kMaxCoordinate;
}
[[nodiscard]] inline double usable(double value) {
  return is_usable(value) ? value : 0;
}

class PageDevice : public TextOutputDev {
 public:
  // tags must outlive this.
  explicit PageDevice(const PdfTags& tags)
      : TextOutputDev(nullptr, false, 0, false, false), tags_(tags) {}

  void startPage(int number, GfxState* state, XRef* xref) override;
  void drawChar(GfxState* state, double x, double y, double dx, double dy, double origin_x,
                double origin_y, CharCode code, int bytes, const Unicode* letters,
                int count) override;
  void beginActualText(GfxState* state, const GooString* text) override;
  void stroke(GfxState* state) override;
  void fill(GfxState* state) override;
  void eoFill(GfxState* state) override;
  void beginMarkedContent(const char* name, Dict* properties) override;
  void endMarkedContent(GfxState* state) override;
  void beginForm(Ref form) override;
  void endForm(Ref form) override;

  [[nodiscard]] ShownPage shown() const { return {width_, height_, rotation_}; }
  [[nodiscard]] PdfRules rules() { return rules_.take(); }
  // The heading that text on the baseline is part of.
  [[nodiscard]] PdfTag tag_of(double left, double right, double baseline) const;

 private:
  // A stretch of a baseline.
  struct Tagged {
    double baseline = 0;
    double left = 0;
    double right = 0;
    PdfTag tag;
  };
  void each_part(GfxState* state, bool filled);
  void add_tagged(GfxState* state, double x, double y, double dx, double dy);

  const PdfTags& tags_;
  std::vector<PdfTag> open_;  // of marked content, the innermost last
  std::vector<Tagged> tagged_;
  RuleCollector rules_;
  int forms_ = 0;
  int page_ = 0;
  double width_ = 0;
  double height_ = 0;
  int rotation_ = 0;
};

}  // namespace assay::extract
