// SPDX-License-Identifier: Apache-2.0
// Reads references, table parts and merged cells, each within limits.
#include "pipeline/extract/xlsx_areas.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "pipeline/extract/clean_text.hpp"
#include "pipeline/extract/docx_styles.hpp"
#include "pipeline/extract/tree_walk.hpp"
#include "pipeline/extract/xlsx_rows.hpp"
#include "pipeline/extract/xml_stream.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kLastRow = 1'048'576;
constexpr std::size_t kLastColumn = 16384;
constexpr std::size_t kMostAreas = 100'000;
constexpr std::size_t kMostTables = 1000;
constexpr std::size_t kLongestMerged = 4096;  // bytes

std::size_t row_of(std::string_view reference) {
  const std::size_t digits = std::min(reference.find_first_of("0123456789"), reference.size());
  std::size_t row = 0;
  const auto parsed =
      std::from_chars(reference.data() + digits, reference.data() + reference.size(), row);
  return parsed.ec == std::errc() && row <= kLastRow ? row : 0;
}

}  // namespace

std::optional<XlsxArea> area_of(std::string_view reference) {
  const std::size_t colon = reference.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view from = reference.substr(0, colon);
  const std::string_view to = reference.substr(colon + 1);
  const XlsxArea area{row_of(from), row_of(to), column_of(from), column_of(to)};
  const bool valid = area.first_row > 0 && area.first_row <= area.last_row &&
                     area.last_column < kLastColumn && area.first_column <= area.last_column;
  return valid ? std::optional(area) : std::nullopt;
}

std::vector<XlsxTable> xlsx_tables_of(OpcPackage& package, const std::string& sheet) {
  std::vector<XlsxTable> out;
  for (const Relationship& part : package.relationships(sheet)) {
    if (part.type != "table" || !package.has(part.target) || out.size() >= kMostTables) continue;
    const XmlDocument document = package.xml(part.target);
    const xmlNode* root = ::xmlDocGetRootElement(document.get());
    const auto area = area_of(attribute(root, "ref"));
    const xmlNode* columns = child(root, "tableColumns");
    if (!area || columns == nullptr) continue;
    XlsxTable table{*area, {}, {}};
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
  std::ranges::stable_sort(out, {}, [](const XlsxTable& table) { return table.area.first_row; });
  return out;
}

XlsxMerges::XlsxMerges(const std::string& xml) {
  if (xml.find("mergeCell ") == std::string::npos) return;
  XmlStream stream(xml);
  std::size_t column = 0;
  for (;;) {
    const XmlStream::Event event = stream.next();
    if (event == XmlStream::Event::EndOfDocument) return;
    if (event != XmlStream::Event::Begin) continue;
    const std::string_view name = stream.name();
    if (name == "row") {
      column = 0;
    } else if (name == "c") {
      const std::size_t at = column_of(stream.attribute("r"));
      column = (at == std::string_view::npos ? column : at) + 1;
    } else if ((name == "v" || name == "is") && column > 0 && column <= kLastColumn) {
      if (used_.size() < column) used_.resize(column);
      used_[column - 1] = true;
    } else if (name == "mergeCell" && areas_.size() < kMostAreas) {
      const auto area = area_of(stream.attribute("ref"));
      if (area) areas_.emplace(area->first_row, *area);
    }
  }
}

// Areas whose first row this is. Excel does not show the values of their other cells.
void XlsxMerges::begin(std::size_t row_number, const TableRow& row, TableRow& out) {
  const auto [from, to] = areas_.equal_range(row_number);
  for (auto at = from; at != to; ++at) {
    const XlsxArea& area = at->second;
    const auto origin =
        std::ranges::lower_bound(row.cells, area.first_column, {}, &GridCell::column);
    if (origin == row.cells.end() || origin->column != area.first_column) continue;
    if (origin->text.size() > kLongestMerged) continue;
    covered_ = std::max(covered_, area.last_row);
    const std::size_t last = std::min(area.last_column + 1, used_.size());
    for (std::size_t column = area.first_column; column < last; ++column) {
      const bool copy = column > area.first_column;
      if (!used_[column] || (copy && taken_[column])) continue;
      taken_[column] = true;
      if (copy) out.cells.push_back({column, origin->text, true});
      if (area.last_row > row_number) open_[column] = {area.last_row, copy, origin->text};
    }
  }
}

// Areas that began above.
void XlsxMerges::go_on(std::size_t row_number, TableRow& out) {
  for (auto at = open_.begin(); at != open_.end();) {
    const auto& [column, area] = *at;
    if (area.last_row < row_number) {
      at = open_.erase(at);
      continue;
    }
    if (!taken_[column]) out.cells.push_back({column, area.text, area.copy});
    taken_[column] = true;
    ++at;
  }
}

void XlsxMerges::fill(std::size_t row_number, TableRow& row) {
  if (areas_.empty()) return;
  taken_.assign(kLastColumn, false);
  for (const GridCell& cell : row.cells) taken_[cell.column] = true;
  TableRow added;
  go_on(row_number, added);
  begin(row_number, row, added);
  for (GridCell& cell : added.cells) row.cells.push_back(std::move(cell));
  std::ranges::stable_sort(row.cells, {}, &GridCell::column);
}

}  // namespace assay::extract
