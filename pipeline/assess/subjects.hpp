// SPDX-License-Identifier: Apache-2.0
// Whether a sentence or row says what is asked of something else: visitors instead of employees,
// the office network instead of the production network, another row's system.
#pragma once

#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/requirement_parts.hpp"

namespace assay::assess {

// reading: what the passage is of.
[[nodiscard]] bool speaks_of_another(const SubCheck& asked, const Passage& passage,
                                     const Reading& reading);

// "employees", "suppliers", "visitors": a group of people or parties that none other stands for.
[[nodiscard]] bool names_group(const Word& word);

}  // namespace assay::assess
