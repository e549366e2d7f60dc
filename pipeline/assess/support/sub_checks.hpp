// SPDX-License-Identifier: Apache-2.0
// A requirement taken apart: what it demands, and each thing it asks for as a sub-check of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/assess/language/quantities.hpp"

namespace assay::assess {

// The demand of a requirement's text, white space kept. Taken out are
//  - its name, where an import joined it to the description: "Separation of Duties: Separate ...";
//  - lines and bullets that only refer to another catalogue: "• NIST SP 800-171 Rev 2 3.1.4";
//  - examples, which are never mandatory: "such as ...", "e.g. ...", "for example ...", "including
//    but not limited to ...", a sentence like "Measures include ...";
//  - blanks to be filled in: "[Assignment: organization-defined frequency]" becomes "defined
//    frequency", "[Selection: remove; disable]" becomes "remove or disable".
// The text itself where nothing would be left.
[[nodiscard]] std::string demand_of(std::string_view requirement);

// One thing asked for. Its text is a whole clause: "Log records are protected against alteration".
struct SubCheck {
  std::string label;  // "a", "b", ...
  std::string text;
  std::vector<Quantity> quantities;  // the periods, sizes and numbers it asks for
};

// Whether a requirement asks ("Is there a cap on liability?") or names a thing ("The date of the
// contract") rather than states what is so.
[[nodiscard]] bool asks(std::string_view title);

// Of those that ask: "The parties to the contract", a thing by name rather than a question.
[[nodiscard]] bool asks_for_thing(std::string_view title);

// The clauses of its demand, or a question as it stands. At least one, at most kMaxSubChecks, for
// any title.
inline constexpr std::size_t kMaxSubChecks = 8;
[[nodiscard]] std::vector<SubCheck> sub_checks(std::string_view title);

}  // namespace assay::assess
