// SPDX-License-Identifier: Apache-2.0
// Gives each row to the table that it belongs to: one that Excel knows, or what stands around them.
#include "pipeline/extract/xlsx_sheet.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/extract/clean_text.hpp"
#include "pipeline/extract/table_rows.hpp"
#include "pipeline/extract/xlsx_areas.hpp"
#include "pipeline/extract/xlsx_rows.hpp"

namespace assay::extract {
namespace {

std::size_t count_rows(std::string_view xml) {
  std::size_t count = 0;
  for (std::size_t at = xml.find("<row"); at != std::string_view::npos;
       at = xml.find("<row", at + 4)) {
    ++count;
  }
  return count;
}

TableRow visible_cells(XlsxRow& read) {
  TableRow row;
  row.hidden = read.hidden;
  for (XlsxCell& cell : read.cells) {
    std::string text = clean_line(cell.text);
    if (!text.empty()) row.cells.push_back({cell.column, std::move(text)});
  }
  std::ranges::stable_sort(row.cells, {}, &GridCell::column);
  return row;
}

// A single text, or one that is merged across the row, is a title or a part's name.
bool is_caption(const TableRow& row) {
  return std::ranges::all_of(row.cells.begin() + 1, row.cells.end(), &GridCell::copy);
}

class SheetWriter {
 public:
  SheetWriter(std::vector<XlsxTable> tables, RowWriter::Options options, PageBuilder& builder)
      : around_(builder, options) {
    options.letters = false;
    for (XlsxTable& table : tables) {
      tables_.push_back({std::move(table), std::make_unique<RowWriter>(builder, options)});
    }
  }

  void add(std::size_t number, TableRow row) {
    for (Known& known : tables_) {
      if (known.done || number < known.table.area.first_row) continue;
      if (number > known.table.area.last_row) {
        known.writer->finish();
        known.done = true;
      } else {
        add(number, row, known);
      }
    }
    if (row.cells.empty()) return;
    row.caption = is_caption(row);
    if (number > last_ + 1 && last_ > 0) around_.gap();
    last_ = number;
    around_.add(std::move(row));
  }

  void reach(std::size_t number) { last_ = std::max(last_, number); }

  void finish() {
    for (Known& known : tables_) {
      if (!known.done) known.writer->finish();
    }
    around_.finish();
  }

 private:
  struct Known {
    XlsxTable table;
    std::unique_ptr<RowWriter> writer;
    bool begun = false;
    bool done = false;
  };

  // Moves the row's cells that are in the table there.
  void add(std::size_t number, TableRow& row, Known& known) {
    const XlsxArea& area = known.table.area;
    TableRow inside;
    inside.hidden = row.hidden;
    std::vector<GridCell> others;
    for (GridCell& cell : row.cells) {
      const bool within = cell.column >= area.first_column && cell.column <= area.last_column;
      (within ? inside.cells : others).push_back(std::move(cell));
    }
    row.cells = std::move(others);
    if (!known.begun) {
      around_.finish();
      known.begun = true;
      known.writer->header(known.table.names);
    }
    if (number < area.first_row + known.table.header_rows) return;
    known.writer->add(std::move(inside));
  }

  RowWriter around_;
  std::vector<Known> tables_;
  std::size_t last_ = 0;
};

}  // namespace

void add_sheet(OpcPackage& package, const SheetPlace& sheet, const XlsxWorkbook& workbook,
               std::size_t& cells, PageBuilder& builder) {
  const std::string xml = package.part(sheet.part);
  XlsxRows reader(xml, workbook, cells);
  XlsxMerges merges(xml);
  std::optional<SheetWriter> writer;
  while (auto read = reader.next()) {
    TableRow row = visible_cells(*read);
    if (row.cells.empty()) continue;
    if (!writer) {
      builder.heading(1, sheet.hidden ? sheet.name + " (hidden sheet)" : sheet.name);
      writer.emplace(
          xlsx_tables_of(package, sheet.part),
          RowWriter::Options{HeaderSearch::AllRows, true, count_rows(xml), reader.hidden_columns()},
          builder);
    }
    // Rows that only a merged cell fills are no gap.
    if (merges.covers(read->number)) writer->reach(read->number - 1);
    merges.fill(read->number, row);
    writer->add(read->number, std::move(row));
  }
  if (writer) writer->finish();
}

}  // namespace assay::extract
