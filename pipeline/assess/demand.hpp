// SPDX-License-Identifier: Apache-2.0
// What a requirement demands, apart from what else stands in its text: its name, references to
// other frameworks, blanks of a template, and examples.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace assay::assess
