// SPDX-License-Identifier: Apache-2.0
// Reads XLSX: each worksheet becomes a page. Reads a worksheet's rows, and what describes them:
// tables that Excel itself knows, merged and hidden cells, each within limits.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/extract/office/docx_styles.hpp"
#include "pipeline/extract/office/office_comments.hpp"
#include "pipeline/extract/office/office_graphics.hpp"
#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/office/xlsx_workbook.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/page/page_builder.hpp"
#include "pipeline/extract/table/sheet_writer.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {

// "B2:D5"; nullopt if it is none, or beyond Excel's last row or column.
[[nodiscard]] std::optional<SheetArea> area_of(std::string_view reference);

// The tables of a worksheet, by their first row.
[[nodiscard]] std::vector<KnownTable> xlsx_tables_of(OpcPackage& package, const std::string& sheet);

// The merged cells of a worksheet. Throws XmlError.
[[nodiscard]] MergedCells xlsx_merged_cells(const std::string& xml);

// Adds the sheet's name as a heading, and its rows; nothing for a sheet without values. Says what
// Excel hides. cells counts over the whole workbook. Throws ReadFailure (Limit) and XmlError.
void add_sheet(OpcPackage& package, const SheetPlace& sheet, const XlsxWorkbook& workbook,
               std::size_t& cells, PageBuilder& builder);

namespace {

constexpr std::size_t kLastRow = 1'048'576;
constexpr std::size_t kLastColumn = 16384;
constexpr std::size_t kMaxTables = 1000;

std::size_t row_of(std::string_view reference) {
  const std::size_t digits = std::min(reference.find_first_of("0123456789"), reference.size());
  std::size_t row = 0;
  const auto parsed =
      std::from_chars(reference.data() + digits, reference.data() + reference.size(), row);
  return parsed.ec == std::errc() && row <= kLastRow ? row : 0;
}

// Excel repairs a workbook with a damaged table part by leaving the part out: its cells are in the
// sheet. nullptr for such a part.
XmlDocument read_table(OpcPackage& package, const std::string& part) {
  try {
    return package.xml(part);
  } catch (const ReadFailure& error) {
    if (error.failure().problem != ExtractProblem::Broken) throw;
    return nullptr;
  }
}

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
  row.strong = true;
  for (XlsxCell& cell : read.cells) {
    std::string text = clean_line(cell.text);
    if (text.empty()) continue;
    row.strong = row.strong && cell.bold;
    row.cells.push_back({cell.column, std::move(text)});
  }
  std::ranges::stable_sort(row.cells, {}, &GridCell::column);
  return row;
}

}  // namespace

std::optional<SheetArea> area_of(std::string_view reference) {
  const std::size_t colon = reference.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view from = reference.substr(0, colon);
  const std::string_view to = reference.substr(colon + 1);
  const SheetArea area{row_of(from), row_of(to), column_of(from), column_of(to)};
  const bool valid = area.first_row > 0 && area.first_row <= area.last_row &&
                     area.last_column < kLastColumn && area.first_column <= area.last_column;
  return valid ? std::optional(area) : std::nullopt;
}

std::vector<KnownTable> xlsx_tables_of(OpcPackage& package, const std::string& sheet) {
  std::vector<KnownTable> out;
  for (const Relationship& part : package.relationships(sheet)) {
    if (part.type != "table" || !package.has(part.target) || out.size() >= kMaxTables) continue;
    const XmlDocument document = read_table(package, part.target);
    const xmlNode* root = document ? ::xmlDocGetRootElement(document.get()) : nullptr;
    if (root == nullptr) continue;
    const auto area = area_of(attribute(root, "ref"));
    const xmlNode* columns = child(root, "tableColumns");
    if (!area || columns == nullptr) continue;
    KnownTable table{*area, {}, {}};
    table.header_rows = attribute(root, "headerRowCount") == "0" ? 0 : 1;
    std::size_t column = area->first_column;
    for (const xmlNode* node = columns->children; node != nullptr; node = node->next) {
      if (name_of(node) != "tableColumn" || column > area->last_column) continue;
      std::string name = clean_line(attribute(node, "name"));
      // Names that nobody sees are Excel's own, "Column1".
      if (table.header_rows > 0 && !name.empty()) {
        table.names.cells.push_back({column, std::move(name)});
      }
      ++column;
    }
    out.push_back(std::move(table));
  }
  std::ranges::stable_sort(out, {}, [](const KnownTable& table) { return table.area.first_row; });
  return out;
}

MergedCells xlsx_merged_cells(const std::string& xml) {
  MergedCells merged;
  if (xml.find("mergeCell ") == std::string::npos) return merged;
  XmlStream stream(xml);
  std::size_t column = 0;
  for (;;) {
    const XmlStream::Event event = stream.next();
    if (event == XmlStream::Event::EndOfDocument) return merged;
    if (event != XmlStream::Event::Begin) continue;
    const std::string_view name = stream.name();
    if (name == "row") {
      column = 0;
    } else if (name == "c") {
      const std::size_t at = column_of(stream.attribute("r"));
      column = (at == std::string_view::npos ? column : at) + 1;
    } else if ((name == "v" || name == "is") && column > 0) {
      merged.use(column - 1);
    } else if (name == "mergeCell") {
      const auto area = area_of(stream.attribute("ref"));
      if (area) merged.add(*area);
    }
  }
}

void add_sheet(OpcPackage& package, const SheetPlace& sheet, const XlsxWorkbook& workbook,
               std::size_t& cells, PageBuilder& builder) {
  const std::string xml = package.part(sheet.part);
  XlsxRows reader(xml, workbook, cells);
  std::optional<SheetWriter> writer;
  while (auto read = reader.next()) {
    TableRow row = visible_cells(*read);
    if (row.cells.empty()) continue;
    if (!writer) {
      writer.emplace(
          SheetLayout{sheet.name, sheet.hidden, reader.hidden_columns(),
                      xlsx_tables_of(package, sheet.part), xlsx_merged_cells(xml), count_rows(xml)},
          builder);
    }
    writer->add(read->number, std::move(row));
  }
  if (writer) writer->finish();
}

void read_xlsx(std::string_view bytes, PageBuilder& builder) {
  OpcPackage package(bytes, "Excel workbook");
  add_core_properties(package, builder);
  try {
    const XlsxWorkbook workbook(package);
    const CommentAuthors authors = comment_authors(package);
    std::size_t cells = 0;
    for (const SheetPlace& sheet : workbook.sheets()) {
      add_sheet(package, sheet, workbook, cells, builder);
      add_sheet_drawings(package, sheet.part, builder);
      add_sheet_comments(package, sheet.part, authors, builder);
      builder.end_page();
    }
  } catch (const XmlError& error) {
    package.broken("holds a part that is " + std::string(error.what()));
  }
}

}  // namespace assay::extract
