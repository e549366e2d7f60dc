// SPDX-License-Identifier: Apache-2.0
// The cells of a workbook, for content that is read as a table and not as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace assay {

// text is valid UTF-8 without control characters other than '\n' and '\t', and not empty.
struct SheetCell {
  std::size_t column = 0;  // from 0
  std::string text;
};

// Cells by column, only those with a value; at least one.
struct SheetRow {
  std::size_t number = 1;  // as the program shows it, from 1
  std::vector<SheetCell> cells;
};

// Rows in order, only those with a value.
struct Sheet {
  std::string name;
  std::vector<SheetRow> rows;
};

}  // namespace assay
