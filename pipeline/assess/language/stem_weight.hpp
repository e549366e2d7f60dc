// SPDX-License-Identifier: Apache-2.0
// How much a word tells of what a text is about: words that few texts of compliance have tell more.
#pragma once

#include <string_view>

namespace assay::assess {

// Of a stem as text::terms() gives it: the logarithm of how rare it is among the texts that
// stem_counts.tsv was counted over (BM25's inverse document frequency, Robertson and Zaragoza
// 2009). 0.5 and up; the highest weight for a stem that hardly any of them has. It depends on
// nothing that a tenant uploads, so that other documents do not change what a requirement's words
// are worth.
[[nodiscard]] double stem_weight(std::string_view stem);

}  // namespace assay::assess
