// SPDX-License-Identifier: Apache-2.0
// A table's row as its cells: "System: Mail; Owner: Kay", as core/extract/row_text.hpp writes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/reading/weakening.hpp"
#include "pipeline/text/sentence.hpp"

namespace assay::assess {

struct Cell {
  text::ByteRange name;   // of the row's text
  text::ByteRange value;  // may be empty
};

// The cells without the quotes around names and values. Empty if the text is not a row: fewer than
// two cells with a name of at most 40 bytes (a quoted name may be longer).
[[nodiscard]] std::vector<Cell> cells(std::string_view row);

// The names, folded.
[[nodiscard]] std::vector<std::string> column_names(std::string_view row);

// Cells without a value ("Approved by: ", "Date: n/a") or with one that denies ("Tested: no",
// "Log-ins recorded: exempt").
[[nodiscard]] std::vector<Weakening> cell_weakenings(std::string_view row);

// The same for single fields, "Approved by: " or "Date: -". Adds nothing for rows.
void add_blank_fields(std::string_view text, std::vector<Weakening>& out);

}  // namespace assay::assess
