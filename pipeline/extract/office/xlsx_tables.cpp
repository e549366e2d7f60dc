// SPDX-License-Identifier: Apache-2.0
// Writes sheets as frames of rows, within the limits of core/extract/extract_protocol.hpp.
#include "pipeline/extract/office/xlsx_workbook.hpp"

#include <algorithm>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kFrameBytes = std::size_t{256} * 1024;

[[noreturn]] void refuse_limit(const std::string& what) {
  throw ReadFailure(ExtractProblem::Limit, what + ". Split it into several workbooks.");
}

// Sends rows in frames and counts them.
class TableWriter {
 public:
  explicit TableWriter(FrameWriter& writer) : writer_(writer) {}

  void begin(const std::string& name) {
    if (++sheets_ > frames::kMaxSheets) refuse_limit("The workbook has more than 1,000 sheets");
    name_ = name;
    sheet_rows_ = 0;
    last_number_ = 0;
    writer_.sheet(name);
  }

  void add(const XlsxRow& read) {
    SheetRow row{std::max(read.number, last_number_ + 1), {}};
    for (const XlsxCell& cell : read.cells) {
      std::string text = clean_text(cell.text);
      while (!text.empty() && text.back() == '\n') text.pop_back();
      if (!text.empty()) row.cells.push_back({cell.column, std::move(text)});
    }
    if (row.cells.empty()) return;
    in_order(row);
    check(row);
    last_number_ = row.number;
    rows_.push_back(std::move(row));
    if (pending_bytes_ >= kFrameBytes) flush();
  }

  void flush() {
    writer_.rows(rows_);
    rows_.clear();
    pending_bytes_ = 0;
  }

 private:
  // A damaged file may give cells in any order, or one twice: the last one counts.
  static void in_order(SheetRow& row) {
    std::stable_sort(row.cells.begin(), row.cells.end(),
                     [](const SheetCell& a, const SheetCell& b) { return a.column < b.column; });
    std::vector<SheetCell> cells;
    for (SheetCell& cell : row.cells) {
      if (!cells.empty() && cells.back().column == cell.column) cells.pop_back();
      cells.push_back(std::move(cell));
    }
    row.cells = std::move(cells);
  }

  void check(const SheetRow& row) {
    const std::string sheet = "The sheet " + name_;
    if (++sheet_rows_ > frames::kMaxSheetRows) refuse_limit(sheet + " has more than 50,000 rows");
    if (row.number > frames::kMaxRowNumber) {
      refuse_limit(sheet + " has rows beyond Excel's last, 1,048,576");
    }
    if (row.cells.back().column >= frames::kMaxSheetColumns) {
      refuse_limit(sheet + " has values beyond column 200");
    }
    cells_ += row.cells.size();
    if (cells_ > frames::kMaxSheetCells) {
      refuse_limit("The workbook has more than 1,000,000 cells with a value");
    }
    for (const SheetCell& cell : row.cells) {
      text_bytes_ += cell.text.size();
      pending_bytes_ += cell.text.size();
    }
    if (text_bytes_ > frames::kMaxTextBytes)
      refuse_limit("The workbook has more than 50 MiB of text");
  }

  FrameWriter& writer_;
  std::string name_;
  std::vector<SheetRow> rows_;
  std::size_t pending_bytes_ = 0;
  std::size_t sheets_ = 0;
  std::size_t sheet_rows_ = 0;
  std::size_t last_number_ = 0;
  std::size_t cells_ = 0;
  std::size_t text_bytes_ = 0;
};

}  // namespace

void read_xlsx_tables(std::string_view bytes, FrameWriter& writer) {
  OpcPackage package(bytes, "Excel workbook");
  try {
    const XlsxWorkbook workbook(package);
    TableWriter tables(writer);
    std::size_t cells = 0;
    for (const SheetPlace& sheet : workbook.sheets()) {
      const std::string xml = package.part(sheet.part);
      tables.begin(sheet.name);
      XlsxRows rows(xml, workbook, cells);
      while (const auto row = rows.next()) tables.add(*row);
      tables.flush();
    }
  } catch (const XmlError& error) {
    package.broken("holds a part that is " + std::string(error.what()));
  }
}

}  // namespace assay::extract
