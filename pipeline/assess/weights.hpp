// SPDX-License-Identifier: Apache-2.0
// How telling a word is: in the corpus, and in general.
#pragma once

#include "pipeline/assess/lexicon.hpp"

namespace assay::assess {

// 0.5 and up, less for words that say that something is done rather than what.
[[nodiscard]] double word_weight(const Word& word, const StemWeight& weight);

}  // namespace assay::assess
