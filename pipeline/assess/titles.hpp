// SPDX-License-Identifier: Apache-2.0
// Titles, and lists of them: they name what stands elsewhere and say nothing themselves.
#pragma once

#include <string_view>

namespace assay::assess {

// "2.1 Responsibilities .......... 5"
[[nodiscard]] bool is_contents_entry(std::string_view text);

// "1 Crisis team; 2 Communication plan; 3 Return", "Handling requests | Breach form | Contact"
[[nodiscard]] bool is_list_of_titles(std::string_view text);

// "Assessment_US.docx Assessment_India.docx": the files of a folder.
[[nodiscard]] bool is_list_of_files(std::string_view text);

// "L-03 Preventing harassment", "Annex 2: Call tree", "10:15 Safe handling": a line that names what
// stands elsewhere, if it stands among others of the kind.
[[nodiscard]] bool is_labelled_title(std::string_view line);

}  // namespace assay::assess
