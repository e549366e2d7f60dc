// SPDX-License-Identifier: Apache-2.0
// Finds the row that names the columns.
#include "pipeline/extract/sheet_lines.hpp"

#include <map>

#include "pipeline/extract/table_rows.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kRowsLookedAt = 20;

// The first row of only short texts that is at least as wide as most rows below it.
std::optional<std::size_t> find_header(const std::vector<SheetLine>& rows) {
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    if (!rows[i].text_only || rows[i].cells.size() < 3) continue;
    Row texts;
    for (const auto& [column, text] : rows[i].cells) texts.push_back(text);
    if (!header_like(texts)) continue;
    std::size_t wider = 0;
    const std::size_t below = rows.size() - i - 1;
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      if (rows[j].cells.size() > rows[i].cells.size()) ++wider;
    }
    if (wider * 2 <= below) return i;
  }
  return std::nullopt;
}

class SheetWriter {
 public:
  SheetWriter(std::string name, PageBuilder& builder) : name_(std::move(name)), builder_(builder) {}

  void set_header(const SheetLine& row) {
    for (const auto& [column, text] : row.cells) header_[column] = text;
  }

  void add(const SheetLine& row) {
    if (builder_.page_empty()) builder_.heading(1, name_);
    // Two columns without headings are names and values.
    const bool pair = header_.empty() && row.cells.size() == 2;
    std::vector<Cell> cells;
    if (pair) {
      cells.push_back({row.cells.front().second, row.cells.back().second});
    } else {
      // A single text above or inside the table is a title.
      const bool title = row.cells.size() == 1 && header_.size() > 2;
      for (const auto& [column, text] : row.cells) {
        const auto header = header_.find(column);
        cells.push_back({title || header == header_.end() ? std::string() : header->second, text});
      }
    }
    builder_.table_row(cells);
  }

 private:
  std::string name_;
  PageBuilder& builder_;
  std::map<std::size_t, std::string> header_;
};

}  // namespace

void add_sheet_lines(const std::string& name, const std::function<std::optional<SheetLine>()>& next,
                     PageBuilder& builder) {
  std::vector<SheetLine> first;
  while (first.size() < kRowsLookedAt) {
    auto row = next();
    if (!row) break;
    first.push_back(std::move(*row));
  }
  SheetWriter writer(name, builder);
  const auto header = find_header(first);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (header && i == *header) {
      writer.set_header(first[i]);
    } else {
      writer.add(first[i]);
    }
  }
  // Fewer rows than looked at: there are no more.
  if (first.size() < kRowsLookedAt) return;
  while (const auto row = next()) writer.add(*row);
}

}  // namespace assay::extract
