// SPDX-License-Identifier: Apache-2.0
// Writes a table's row as one line, "Name: value; Name: value", and reads such lines.
//
// A cell without a name is its value alone. Names and values are as in the table, except those that
// would be read as something else: they are put in quotes, and a quote within them is doubled. So
// 'seen; Owner: Kay' under Note is written as
//   Note: "seen; Owner: Kay"; Date: 2025-03-01
// and no cell's text can pose as a further column. Quoted are
//   - names that contain ':' or ';', or begin with a quote;
//   - values that contain ';', or ':' after the end of a sentence (rows are also read sentence by
//     sentence), or begin with what would be read as a quoted text;
//   - values without a name that contain ':', if another cell of the row has a name. In a row
//     without names, "Owner: Kay" in a cell is the cell's own text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// name and value: one line each, without white space at either end; the value is not empty.
struct WrittenCell {
  std::string_view name;  // may be empty
  std::string_view value;
};

[[nodiscard]] std::string row_text(const std::vector<WrittenCell>& cells);

// Positions in bytes of the row's text, without the quotes around them.
struct RowCell {
  std::size_t name_start = 0;
  std::size_t name_end = 0;  // name_start for a cell without a name
  std::size_t value_start = 0;
  std::size_t value_end = 0;
  bool quoted_name = false;
  bool quoted_value = false;
};

// Every cell of the row, in order. Any text is a row: one without marks is one cell.
[[nodiscard]] std::vector<RowCell> row_cells(std::string_view row);

// A name or a value as it was in the table: quotes that were doubled are single again.
[[nodiscard]] std::string unquoted(std::string_view text);

}  // namespace assay
