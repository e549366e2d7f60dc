// SPDX-License-Identifier: Apache-2.0
// Reads references, table parts and merged cells, each within limits.
#include "pipeline/extract/office/xlsx_areas.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "pipeline/extract/office/docx_styles.hpp"
#include "pipeline/extract/office/xlsx_rows.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_stream.hpp"

namespace assay::extract {
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

}  // namespace assay::extract
