// SPDX-License-Identifier: Apache-2.0
// Words that say the opposite of a state that is asked for: "plain" where "encrypted" is.
#pragma once

#include <string>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// Whether a word of the text says the contrary of the one asked for (both folded and stemmed):
// "unencrypted" of "encrypted", "active" of "disabled".
[[nodiscard]] bool says_opposite(const std::string& asked_stem, const text::Term& said);

// The first of the terms that does, where nothing before it denies it ("no account is active") and
// none is the word asked for. nullptr: none.
[[nodiscard]] const text::Term* opposite_in(const std::string& asked_stem,
                                            const std::vector<text::Term>& terms);

}  // namespace assay::assess
