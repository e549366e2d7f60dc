// SPDX-License-Identifier: Apache-2.0
// Small rules by which texts of a framework become titles, lists of evidence and guidance; the same
// for every format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ascii.hpp"

namespace assay::packs {

// Without white space at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
// Every run of white space is one blank.
[[nodiscard]] std::string collapsed(std::string_view text);

// "name: statement"; only one of them when the other is empty or begins with it.
[[nodiscard]] std::string titled(std::string_view name, std::string_view statement);

// A heading made from running text: its first line, at most its first sentence, without a colon at
// the end, at most 160 code points.
[[nodiscard]] std::string heading_of(std::string_view text);

// One item for each line that is not blank, without its bullet.
[[nodiscard]] std::vector<std::string> lines_as_items(std::string_view text);

// A text that ends with ":" or a dash and so is only understood with what follows it.
[[nodiscard]] bool leads_in(std::string_view text);

// Appends a paragraph: a blank line between, nothing for an empty one.
void add_paragraph(std::string& text, std::string_view paragraph);
// Leaves the first of equal items.
void keep_unique(std::vector<std::string>& items);

}  // namespace assay::packs
