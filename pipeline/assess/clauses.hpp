// SPDX-License-Identifier: Apache-2.0
// The grammar a requirement is taken apart by: clauses, and lists of equal members within a clause.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/text/sentence.hpp"

namespace assay::assess {

// A statement with what it asks for in particular. text is whole and readable; focus are bytes of
// it, the whole text where the statement asks for one thing only.
struct Clause {
  std::string text;
  text::ByteRange focus;
  std::string topic;  // of a later clause: the first one's subject, which it takes for granted
};

// "X is done, and Y is kept" -> both clauses; "logons and changes are logged" -> "logons are
// logged", "changes are logged"; "a or b" stays whole. In order of reading.
[[nodiscard]] std::vector<Clause> clauses(std::string_view requirement);

}  // namespace assay::assess
