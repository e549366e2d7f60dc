// SPDX-License-Identifier: Apache-2.0
// Maps headers to columns.
#include <algorithm>
#include <string>

#include "core/packs/requirement_table.hpp"
#include "core/packs/wording.hpp"

namespace assay::packs {
namespace {

// Returns kColumnCount if there is none of that name.
std::size_t column_named(std::string_view cell) {
  const std::string wanted = ascii_lower(trimmed(cell));
  const auto* found =
      std::find_if(kColumnNames.begin(), kColumnNames.end(),
                   [&](std::string_view name) { return ascii_lower(name) == wanted; });
  return static_cast<std::size_t>(found - kColumnNames.begin());
}

bool names(const TableRow& row, Column column) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [&](const std::string& cell) { return column_named(cell) == column; });
}

}  // namespace

Columns::Columns(const Table& table, FieldErrors& errors) : width_(table.header.cells.size()) {
  places_.fill(std::string::npos);
  const auto add_error = [&](const std::string& issue) {
    errors.add(table.where + std::to_string(table.header.number), issue);
  };
  for (std::size_t i = 0; i < width_; ++i) {
    const std::string_view name = trimmed(table.header.cells[i]);
    const std::size_t column = column_named(name);
    if (name.empty()) {
      unnamed_.push_back(i);
    } else if (column == kColumnCount) {
      add_error("column " + std::string(name) + " is not known");
    } else if (places_.at(column) != std::string::npos) {
      add_error("column " + std::string(name) + " appears twice");
    } else {
      places_.at(column) = i;
    }
  }
  for (const Column needed : {kCriterionTitle, kTitle}) {
    if (places_.at(needed) == std::string::npos) {
      add_error("lacks the column " + std::string(kColumnNames.at(needed)));
    }
  }
  for (std::size_t column = 0; column < kColumnCount; ++column) {
    used_.at(column) = std::any_of(table.rows.begin(), table.rows.end(), [&](const TableRow& row) {
      return !cell(row, static_cast<Column>(column)).empty();
    });
  }
}

std::string_view Columns::cell(const TableRow& row, Column column) const {
  const std::size_t place = places_.at(column);
  return place < row.cells.size() ? trimmed(row.cells[place]) : std::string_view();
}

std::size_t Columns::stray(const TableRow& row) const {
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const bool named =
        i < width_ && std::find(unnamed_.begin(), unnamed_.end(), i) == unnamed_.end();
    if (!named && !trimmed(row.cells[i]).empty()) return i + 1;
  }
  return 0;
}

bool names_columns(const TableRow& row) {
  return names(row, kTitle) && names(row, kCriterionTitle);
}

bool names_a_column(const TableRow& row) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [](const std::string& cell) { return column_named(cell) < kColumnCount; });
}

}  // namespace assay::packs
