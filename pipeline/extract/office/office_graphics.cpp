// SPDX-License-Identifier: Apache-2.0
// Reads diagram points, and the values that a chart keeps of its workbook. Walks the drawings of a
// worksheet (SpreadsheetML drawings hold DrawingML).
#include "pipeline/extract/office/office_graphics.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/office/pptx_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxSeriesName = 200;

// Calls found(node) for each element of that name that is not inside another one.
template <class Found>
void each_element(const xmlNode* root, std::string_view wanted, Found&& found) {
  walk(
      root,
      [&](const xmlNode* node) {
        if (repeats_choice(node)) return false;
        if (name_of(node) != wanted) return true;
        found(node);
        return false;
      },
      [](const xmlNode*) {});
}

std::string value_text(const xmlNode* point) {
  const xmlNode* value = child(point, "v");
  std::string text;
  for (const xmlNode* c = value == nullptr ? nullptr : value->children; c != nullptr; c = c->next) {
    if (is_text(c)) text += view(c->content);
  }
  return text;
}

// Rows by the index of their category.
struct ChartTable {
  std::map<int, std::string> categories;
  std::map<int, std::vector<Cell>> rows;
};

void add_series(const xmlNode* series, ChartTable& table) {
  std::string name;
  if (const xmlNode* title = child(series, "tx")) {
    each_element(title, "pt", [&name](const xmlNode* point) { name = value_text(point); });
  }
  if (name.size() > kMaxSeriesName) name.clear();
  for (const char* part : {"cat", "xVal"}) {
    const xmlNode* categories = child(series, part);
    if (categories == nullptr) continue;
    each_element(categories, "pt", [&table](const xmlNode* point) {
      table.categories.try_emplace(number_attribute(point, "idx", 0), value_text(point));
    });
  }
  for (const char* part : {"val", "yVal"}) {
    const xmlNode* values = child(series, part);
    if (values == nullptr) continue;
    each_element(values, "pt", [&table, &name](const xmlNode* point) {
      table.rows[number_attribute(point, "idx", 0)].push_back({name, value_text(point)});
    });
  }
}

}  // namespace

void add_diagram(const xmlNode* root, PageBuilder& builder) {
  each_element(root, "p", [&builder](const xmlNode* paragraph) {
    builder.paragraph(paragraph_text(paragraph));
  });
}

void add_chart(const xmlNode* root, PageBuilder& builder) {
  const xmlNode* chart = child(root, "chart");
  if (chart == nullptr) return;
  if (const xmlNode* title = child(chart, "title")) {
    each_element(title, "p", [&builder](const xmlNode* paragraph) {
      builder.paragraph(paragraph_text(paragraph));
    });
  }
  ChartTable table;
  each_element(chart, "ser", [&table](const xmlNode* series) { add_series(series, table); });
  for (auto& [index, cells] : table.rows) {
    const auto category = table.categories.find(index);
    if (category != table.categories.end()) cells.insert(cells.begin(), {{}, category->second});
    builder.table_row(cells);
  }
}

void add_graphic_of(OpcPackage& package, const std::vector<Relationship>& parts,
                    const xmlNode* reference, PageBuilder& builder) {
  const bool chart = name_of(reference) == "chart";
  const Relationship* part = OpcPackage::referred(parts, reference, chart ? "id" : "dm");
  if (part == nullptr || !package.has(part->target)) return;
  const XmlDocument document = package.xml(part->target);
  if (chart) {
    add_chart(::xmlDocGetRootElement(document.get()), builder);
  } else {
    add_diagram(::xmlDocGetRootElement(document.get()), builder);
  }
}

void add_sheet_drawings(OpcPackage& package, const std::string& sheet, PageBuilder& builder) {
  for (const Relationship& drawing : package.relationships(sheet)) {
    if (drawing.type != "drawing" || !package.has(drawing.target)) continue;
    const std::vector<Relationship> parts = package.relationships(drawing.target);
    const XmlDocument document = package.xml(drawing.target);
    walk(
        ::xmlDocGetRootElement(document.get()),
        [&](const xmlNode* node) {
          const std::string_view name = name_of(node);
          if (name.empty() || repeats_choice(node)) return false;
          if (name == "chart" || name == "relIds") {
            add_graphic_of(package, parts, node, builder);
            return false;
          }
          if (name == "p") {
            builder.paragraph(paragraph_text(node));
            return false;
          }
          return true;
        },
        [](const xmlNode*) {});
  }
}

}  // namespace assay::extract
