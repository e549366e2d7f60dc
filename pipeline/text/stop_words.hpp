// SPDX-License-Identifier: Apache-2.0
// English function words: they stand in every sentence and tell no two apart.
#pragma once

#include <string_view>

namespace assay::text {

// word is folded (lower case). "not", "no" and "without" count as function words here; who cares
// about negation reads the words, not the stems.
[[nodiscard]] bool is_stop_word(std::string_view word);

}  // namespace assay::text
