// SPDX-License-Identifier: Apache-2.0
// A table whose cells span columns and rows: the value stands in every cell that it covers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Work and memory are bounded by the cells given and by the builder's limits, whatever the spans:
// rows come only from begin_row, at most 1,000 columns from spans, and a long text is not repeated.
class SpanTable {
 public:
  // header: the document marks the row as one.
  void begin_row(bool header);
  void mark_header(std::size_t row, bool header) { rows_.at(row).header = header; }
  // All text of the row is in bold type.
  void mark_strong(std::size_t row) { rows_.at(row).strong = true; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  // Spans from above end here (HTML's <thead>, <tbody>).
  void end_group() { group_ended_ = true; }

  // The next cell of the current row. rows: 0 for all further rows of the group.
  void add(std::string text, std::size_t columns, std::size_t rows);
  // Covered by the cell above it (Word's vMerge). text: its own, shown only if there is none above.
  void add_covered(std::string text, std::size_t columns);
  // Columns that the row leaves out.
  void skip(std::size_t columns);

  void write(PageBuilder& builder) const;

 private:
  enum class Role : std::uint8_t { Value, Covered, Skipped };
  struct Cell {
    std::size_t text = 0;  // of texts_
    std::size_t columns = 1;
    std::size_t rows = 1;
    Role role = Role::Value;
  };
  struct Line {
    std::size_t first = 0;  // of cells_
    bool header = false;
    bool group = false;  // begins one
    bool strong = false;
  };
  // A cell at its place in one row. from_above: it began in an earlier row.
  struct Placed {
    std::size_t column;
    std::size_t text;
    bool copy;
    bool from_above;
  };
  class Walk;
  [[nodiscard]] static bool is_caption(const std::vector<Placed>& row);
  [[nodiscard]] std::size_t end_of(std::size_t line) const;

  std::vector<std::string> texts_;
  std::vector<Cell> cells_;
  std::vector<Line> rows_;
  bool group_ended_ = false;
};

}  // namespace assay::extract
