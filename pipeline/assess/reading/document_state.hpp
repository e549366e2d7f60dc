// SPDX-License-Identifier: Apache-2.0
// What a passage is (an entry of a table of contents, a definition, a look ahead), and what
// passages state about their document as a whole (a draft, a form never filled in). Such text may
// have all the words that are asked for and still show nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/reading/weakening.hpp"

namespace assay::assess {

// said: the passage, white space collapsed; columns: the names of a row's cells, folded; heading:
// the heading path and the file's name. Each weakening applies to the whole text.
[[nodiscard]] std::vector<Weakening> kind_weakenings(const text::Wording& said,
                                                     std::span<const std::string> columns,
                                                     const text::Wording& heading);

// "credit risk strategy v0 3 pdf", "Version 0.9"
[[nodiscard]] bool is_early_edition(const text::Wording& heading);

// "Approved by: ____", "[insert contact]", a row without a value: nobody has put the document in
// force.
[[nodiscard]] bool is_unfilled(const text::Wording& said);

// Of "Place: ____. Issued by: ____.": 2. A section of several is a form.
[[nodiscard]] std::size_t lines_to_fill(std::string_view text);

// "Version 1.0, approved by the board on 1 March": then what the same document says about older
// editions is history.
[[nodiscard]] bool puts_in_force(const Passage& passage);

[[nodiscard]] bool is_notice(const Passage& passage);

// "Are visitors escorted?" shows nothing unless "Yes" follows it; "No" denies it.
void answer_questions(std::vector<Passage>& passages);

// Text after a definition continues it ("Examples: ...", "The idea goes back to ..."), unless it
// binds somebody or is about us.
void spread_definition(std::vector<Passage>& passages);

}  // namespace assay::assess
