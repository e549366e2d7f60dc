// SPDX-License-Identifier: Apache-2.0
// Reads WordprocessingML by local names, which the transitional and the strict form share.
#include "pipeline/extract/office/docx.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"

namespace assay::extract {
namespace {

// Deleted text (tracked changes), properties and field codes are not what the reader sees.
bool unseen(const xmlNode* node, std::string_view name) {
  constexpr std::array<std::string_view, 10> kNames{
      "del",    "moveFrom", "instrText", "pPr",          "delText",
      "sectPr", "tblPr",    "tblGrid",   "delInstrText", "rubyPr"};
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  if (name == "r") return switched_on(child(node, "rPr"), "vanish");
  // Rows and cells that tracked changes take away.
  if (name == "tr") return child(child(node, "trPr"), "del") != nullptr;
  if (name == "tc") return child(child(node, "tcPr"), "cellDel") != nullptr;
  // Only the first choice of an alternative is shown; the fallback repeats it in older forms.
  return name == "Fallback" && child(node->parent, "Choice") != nullptr;
}

// Whether each row of the table has at most one direct cell: it then only frames running text.
bool one_column(const xmlNode* table) {
  for (const xmlNode* row = table->children; row != nullptr; row = row->next) {
    int cells = 0;
    for (const xmlNode* cell = row->children; cell != nullptr; cell = cell->next) {
      if (name_of(cell) == "tc" || name_of(cell) == "sdt") ++cells;
    }
    if (name_of(row) == "sdt" || cells > 1) return false;
  }
  return true;
}

// Whether the table is to show its first row in the way that its style has for it.
bool styles_first_row(const xmlNode* properties) {
  const xmlNode* look = child(properties, "tblLook");
  if (look == nullptr) return false;
  const std::string_view stated = attribute(look, "firstRow");
  if (!stated.empty()) return stated == "1" || stated == "true" || stated == "on";
  const std::string_view hex = attribute(look, "val");
  unsigned bits = 0;
  const auto parsed = std::from_chars(hex.data(), hex.data() + hex.size(), bits, 16);
  return parsed.ec == std::errc() && (bits & 0x20U) != 0;
}

// The table of a row and the row of a cell, also through content controls around them.
const xmlNode* parent_of(const xmlNode* node, std::string_view name) {
  constexpr std::array<std::string_view, 4> kAround{"sdt", "sdtContent", "customXml", "ins"};
  const xmlNode* at = node->parent;
  while (at != nullptr && std::find(kAround.begin(), kAround.end(), name_of(at)) != kAround.end()) {
    at = at->parent;
  }
  return at != nullptr && name_of(at) == name ? at : nullptr;
}
const xmlNode* table_of(const xmlNode* row) {
  return parent_of(row, "tbl");
}
const xmlNode* row_of(const xmlNode* cell) {
  return parent_of(cell, "tr");
}

// A number of columns of the table's grid.
std::size_t columns_of(const xmlNode* node, int fallback) {
  constexpr int kMaxColumns = 1000;
  if (node == nullptr) return static_cast<std::size_t>(fallback);
  return static_cast<std::size_t>(
      std::clamp(number_attribute(node, "val", fallback), 0, kMaxColumns));
}

// Symbols of fonts such as Wingdings are in the private use area and have no readable text.
void append_symbol(const xmlNode* node, std::string& out) {
  const std::string_view hex = attribute(node, "char");
  std::uint32_t code = 0;
  const auto parsed = std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
  const bool readable = parsed.ec == std::errc() && code >= 0x20 && code < 0xD800;
  if (readable) utf8::append(static_cast<char32_t>(code), out);
}

}  // namespace

void DocxBody::enter_paragraph(const xmlNode* node) {
  Paragraph paragraph;
  if (const xmlNode* properties = child(node, "pPr")) {
    if (const xmlNode* style = child(properties, "pStyle")) {
      paragraph.style = attribute(style, "val");
    }
    paragraph.outline = outline_level(properties);
    paragraph.list = list_place(properties);
  }
  if (!paragraph.list) paragraph.list = styles_.list_of(paragraph.style);
  paragraphs_.push_back(std::move(paragraph));
}

void DocxBody::leave_paragraph() {
  const Paragraph paragraph = std::move(paragraphs_.back());
  paragraphs_.pop_back();
  if (!trim(paragraph.text).empty()) add(paragraph);
}

void DocxBody::add(const Paragraph& paragraph) {
  int level = styles_.heading_level(paragraph.style);
  if (paragraph.outline >= 0) level = paragraph.outline <= 8 ? paragraph.outline + 1 : 0;
  const bool listed = paragraph.list && numbering_.is_list(*paragraph.list);
  const std::string text =
      (listed ? numbering_.label(*paragraph.list) : std::string()) + paragraph.text;
  if (table_) {
    table_->cell += text + "\n";
  } else if (level > 0) {
    builder_.heading(level, text);
  } else if (listed) {
    builder_.list_item(text);
  } else {
    builder_.paragraph(text);
  }
}

void DocxBody::run_content(const xmlNode* node, std::string_view name) {
  if (paragraphs_.empty()) return;
  std::string& text = paragraphs_.back().text;
  if (name == "tab" || name == "ptab") text += '\t';
  if (name == "br" || name == "cr") text += '\n';
  if (name == "noBreakHyphen") text += '-';
  if (name == "sym") append_symbol(node, text);
  if (name != "t") return;
  for (const xmlNode* c = node->children; c != nullptr; c = c->next) {
    if (!is_text(c)) continue;
    text += view(c->content);
    if (!table_ || trim(view(c->content)).empty()) continue;
    table_->plain = table_->plain || !switched_on(child(node->parent, "rPr"), "b");
  }
}

bool DocxBody::enter_table_part(const xmlNode* node, std::string_view name) {
  if (name == "tbl" && !table_ && !one_column(node)) {
    table_.emplace(node);
    const xmlNode* properties = child(node, "tblPr");
    const xmlNode* style = child(properties, "tblStyle");
    table_->bold_first_row = style != nullptr && styles_first_row(properties) &&
                             styles_.strong_first_row(attribute(style, "val"));
  } else if (table_ && name == "tr" && table_of(node) == table_->node) {
    table_->in_header = table_->in_header && switched_on(child(node, "trPr"), "tblHeader");
    table_->plain = false;
    table_->spans.begin_row(table_->in_header);
    table_->spans.skip(columns_of(child(child(node, "trPr"), "gridBefore"), 0));
  }
  return true;
}

void DocxBody::leave_table_part(const xmlNode* node, std::string_view name) {
  if (!table_) return;
  if (node == table_->node) {
    const Table table = std::move(*table_);
    table_.reset();
    return table.spans.write(builder_);
  }
  if (name == "tr" && table_of(node) == table_->node && table_->spans.size() > 0) {
    const bool first = table_->spans.size() == 1;
    if (!table_->plain || (first && table_->bold_first_row)) {
      table_->spans.mark_strong(table_->spans.size() - 1);
    }
  }
  const xmlNode* row = name == "tc" ? row_of(node) : nullptr;
  if (row != nullptr && table_of(row) == table_->node && table_->spans.size() > 0) add_cell(node);
}

void DocxBody::add_cell(const xmlNode* node) {
  std::string text = std::exchange(table_->cell, {});
  const xmlNode* properties = child(node, "tcPr");
  const std::size_t columns = columns_of(child(properties, "gridSpan"), 1);
  const xmlNode* merged = child(properties, "vMerge");
  const bool covered = merged != nullptr && attribute(merged, "val") != "restart";
  if (covered) {
    table_->spans.add_covered(std::move(text), columns);
  } else {
    table_->spans.add(std::move(text), columns, 1);
  }
}

void DocxBody::write_references() {
  if (extras_ == nullptr || table_ || !paragraphs_.empty()) return;
  for (const xmlNode* reference : std::exchange(references_, {})) {
    extras_->write(reference, builder_);
  }
}

bool DocxBody::enter(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (name.empty() || unseen(node, name)) return false;
  if (name == "p") {
    enter_paragraph(node);
    return true;
  }
  if (DocxExtras::is_reference(name)) {
    references_.push_back(node);
    return false;
  }
  run_content(node, name);
  return enter_table_part(node, name);
}

void DocxBody::leave(const xmlNode* node) {
  const std::string_view name = name_of(node);
  if (name == "p" && !paragraphs_.empty()) leave_paragraph();
  leave_table_part(node, name);
  if (!references_.empty()) write_references();
}

void DocxBody::add_part(const xmlNode* root) {
  walk(
      root, [this](const xmlNode* node) { return enter(node); },
      [this](const xmlNode* node) { leave(node); });
}

}  // namespace assay::extract
