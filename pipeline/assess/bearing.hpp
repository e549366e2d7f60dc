// SPDX-License-Identifier: Apache-2.0
// What weakens a passage, held against what is asked: a plan does not weaken the plan that is asked
// for, nor a denial that is about something else.
#pragma once

#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/requirement_parts.hpp"

namespace assay::assess {

// found: one of the passage's weakenings.
[[nodiscard]] bool bears_on(const SubCheck& asked, const Passage& passage, const Weakening& found);

}  // namespace assay::assess
