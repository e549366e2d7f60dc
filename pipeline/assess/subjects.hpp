// SPDX-License-Identifier: Apache-2.0
// Whether a sentence or row says what is asked of something else: visitors instead of employees,
// the office network instead of the production network, another row's system.
#pragma once

#include "pipeline/assess/passages.hpp"
#include "pipeline/assess/requirement_parts.hpp"

namespace assay::assess {

// reading: what the passage is of.
[[nodiscard]] bool speaks_of_another(const SubCheck& asked, const Passage& passage,
                                     const Reading& reading);

// Whether it names what is asked about with another attribute ("the test database" where the
// production database is asked for): what it denies may be true of that one alone.
[[nodiscard]] bool names_another(const SubCheck& asked, const Passage& passage);

// Of two members of a list ("internal and external scans", "tested and reviewed") a passage that
// names the other one only, itself or in its headings.
[[nodiscard]] bool names_sibling_only(const SubCheck& asked, const SubCheck& sibling,
                                      const Passage& passage, const Vocabulary& headings);

}  // namespace assay::assess
