// SPDX-License-Identifier: Apache-2.0
// Turns the rows of a spreadsheet's sheet into lines under their column headings.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/extract/page_builder.hpp"

namespace assay::extract {

// Only cells with a value, each on one line and with its column; sheets may be 16,384 columns wide
// and nearly empty.
struct SheetLine {
  std::vector<std::pair<std::size_t, std::string>> cells;
  bool text_only = true;  // no number, date or truth value among them
};

// Adds the sheet's name as a heading, and its rows; nothing for a sheet without values. next: gives
// the next row that has a cell, until there is none.
void add_sheet_lines(const std::string& name, const std::function<std::optional<SheetLine>()>& next,
                     PageBuilder& builder);

}  // namespace assay::extract
