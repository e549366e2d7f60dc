// SPDX-License-Identifier: Apache-2.0
// The rules that turn a framework's texts into titles, lists of evidence and guidance, shared by
// all formats.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ascii.hpp"

namespace assay::packs {

// Removes white space at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
// Replaces every run of white space with one blank.
[[nodiscard]] std::string collapsed(std::string_view text);

// "name: statement"; only one of them if the other is empty or begins with it.
[[nodiscard]] std::string titled(std::string_view name, std::string_view statement);

// Makes a heading from running text: its first line, at most its first sentence, without a trailing
// colon, at most 160 code points.
[[nodiscard]] std::string heading_of(std::string_view text);

// One item per non-blank line, without its bullet.
[[nodiscard]] std::vector<std::string> lines_as_items(std::string_view text);

// Whether a text ends with ":" or a dash and so needs the text that follows it.
[[nodiscard]] bool leads_in(std::string_view text);

// Appends a paragraph after a blank line; does nothing for an empty paragraph.
void add_paragraph(std::string& text, std::string_view paragraph);
// Whether the names hold this one.
template <class Names>
[[nodiscard]] bool one_of(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}
// Keeps the first of equal items.
void keep_unique(std::vector<std::string>& items);

}  // namespace assay::packs
