// SPDX-License-Identifier: Apache-2.0
// Straight lines and coloured areas that a PDF page draws: what tables are ruled with, and the
// cells that they make.
#pragma once

#include <cstddef>
#include <vector>

namespace assay::extract {

// All numbers are finite; from <= to. Points from the page's top left.
struct PdfRule {
  double at = 0;    // y of a horizontal rule, x of a vertical one
  double from = 0;  // along the other axis
  double to = 0;

  [[nodiscard]] double length() const { return to - from; }
};

// A filled rectangle that is not thin.
struct PdfShade {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  unsigned color = 0;  // equal for equal colours
};

// A small filled or drawn shape, about as wide as high: a bullet, a box to tick.
struct PdfDot {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

struct PdfRules {
  std::vector<PdfRule> across;  // by their height, then from left to right
  std::vector<PdfRule> down;    // from left to right, then by their top
  std::vector<PdfShade> shades;
  std::vector<PdfDot> dots;  // by their top
};

// Collects what a page draws, piece by piece. A page that draws more than 20,000 pieces is a
// picture: the rest is left out.
class RuleCollector {
 public:
  // A straight line between two points; only level and upright ones count.
  void line(double x0, double y0, double x1, double y1);
  // A filled rectangle, corners in any order: a thin one is a line.
  void rectangle(double x0, double y0, double x1, double y1, unsigned color);
  // The box around a shape; only small ones that are about as wide as high count.
  void shape(double left, double top, double right, double bottom);
  // Pieces on one line become one rule; short strokes are left out.
  [[nodiscard]] PdfRules take();

 private:
  [[nodiscard]] bool full() const;
  std::vector<PdfRule> across_;
  std::vector<PdfRule> down_;
  std::vector<PdfShade> shades_;
  std::vector<PdfDot> dots_;
};

// Level rules and edges of colours between the heights, from the top down.
[[nodiscard]] std::vector<PdfRule> level_rules(const PdfRules& rules, double top, double bottom);
// The heights at which they cover most of the width.
[[nodiscard]] std::vector<double> heights_across(const std::vector<PdfRule>& levels, double left,
                                                 double right);
// Whether an upright rule passes between two places at this height.
[[nodiscard]] bool ruled_between(const PdfRules& rules, double left, double right, double height);

// Rules that cross. Columns and rows lie between neighbouring edges.
struct Grid {
  std::vector<PdfRule> across;
  std::vector<PdfRule> down;
  std::vector<double> xs;  // edges of columns
  std::vector<double> ys;  // edges of rows

  [[nodiscard]] std::size_t columns() const { return xs.size() - 1; }
  [[nodiscard]] std::size_t rows() const { return ys.size() - 1; }
};

// Groups of rules that cross each other, the largest first. Edges of colours between their rules
// count as rules.
[[nodiscard]] std::vector<Grid> grids_of(const PdfRules& rules);

// The cell of each place, row by row: the number of its first place. Where a piece of the grid is
// missing, two places are one cell.
[[nodiscard]] std::vector<std::size_t> cells_of(const Grid& grid);

}  // namespace assay::extract
