// SPDX-License-Identifier: Apache-2.0
// What kind of text a table's cell holds, as far as that tells names of columns from values.
#pragma once

#include <string_view>

namespace assay::extract {

enum class CellKind {
  Empty,
  Words,    // short text without digits
  Code,     // short text with letters and digits: "SRV-01", "12 May 2025"
  Number,   // digits without letters: amounts, percentages, dates
  Answer,   // "yes", "n/a", "x"
  Address,  // of mail or of a page
  Long      // more than 120 bytes, or a sentence
};

// text: cleaned, on one line.
[[nodiscard]] CellKind kind_of(std::string_view text);

// Whether the text only consists of words that columns are usually named by: "Owner", "Last test
// date", "Phone 2". Knows English and German.
[[nodiscard]] bool usual_name(std::string_view text);

}  // namespace assay::extract
