// SPDX-License-Identifier: Apache-2.0
// English function words: they occur in every sentence and distinguish none.
#pragma once

#include <string_view>

namespace assay::text {

// word is folded (lower case). "not", "no" and "without" count as function words here; code that
// handles negation reads the words, not the stems.
[[nodiscard]] bool is_stop_word(std::string_view word);

}  // namespace assay::text
