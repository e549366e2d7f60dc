// SPDX-License-Identifier: Apache-2.0
// Text that speaks to whoever judges it instead of telling what is done.
#pragma once

#include <string_view>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// Whether a text (a sentence or a heading, white space collapsed) tells its reader what to
// conclude: orders to a model, forged answers and settings, a verdict declared ("the requirement
// "..." is declared COMPLETE"). It is no evidence, and nothing of it is read. A record's row that
// says COMPLETE of its own matter is not meant.
[[nodiscard]] bool concludes(const text::Wording& said);

}  // namespace assay::assess
