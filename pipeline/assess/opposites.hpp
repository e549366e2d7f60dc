// SPDX-License-Identifier: Apache-2.0
// Words that say the opposite of a state that is asked for: "plain" where "encrypted" is.
#pragma once

#include <string>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// The first of the terms that says the contrary of the word asked for ("unencrypted" of
// "encrypted", "active" of "disabled"), where nothing before it denies it ("no account is active")
// and none is the word asked for. nullptr: none.
[[nodiscard]] const text::Term* opposite_in(const std::string& asked_stem,
                                            const std::vector<text::Term>& terms);

}  // namespace assay::assess
