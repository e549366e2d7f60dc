// SPDX-License-Identifier: Apache-2.0
// Reads one worksheet of an Excel 5.0-2003 workbook: its cells, and what describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/xls_workbook.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/merged_cells.hpp"

namespace assay::extract {

class XlsSheet {
 public:
  // workbook must outlive the sheet. cells counts over the whole workbook. Throws CompoundError,
  // and ReadFailure (Limit) if there are too many cells.
  XlsSheet(std::string_view bytes, const XlsSheetPlace& place, const XlsWorkbook& workbook,
           std::size_t& cells);
  // Adds the rows that have a value, under the sheet's name.
  void write(PageBuilder& builder);

 private:
  enum class Kind : std::uint8_t { Number, Shared, Text, Bool, Error };
  struct Cell {
    std::uint16_t row;
    std::uint16_t column;
    std::uint16_t style;
    Kind kind;
    double value;  // Shared, Text: an index
  };

  void take(const BiffRecord& record);
  void add(const BiffRecord& record, Kind kind, double value);
  void add_at(std::uint16_t row, std::uint16_t column, std::uint16_t style, Kind kind,
              double value);
  void add_text(const BiffRecord& record, std::string text);
  void add_formula(const BiffRecord& record);
  void add_result_text(const BiffRecord& record);
  void add_many(const BiffRecord& record);
  void hide_columns(const BiffRecord& record);
  void add_merged(const BiffRecord& record);
  [[nodiscard]] std::string shown(const Cell& cell) const;

  const XlsSheetPlace& place_;
  const XlsWorkbook& workbook_;
  std::size_t& count_;
  std::vector<Cell> cells_;
  std::vector<std::string> texts_;
  bool result_follows_ = false;  // the last cell is a formula whose text is in the next String
  std::vector<bool> hidden_columns_;
  std::set<std::uint16_t> hidden_rows_;
  MergedCells merged_;
};

}  // namespace assay::extract
