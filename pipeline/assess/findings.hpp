// SPDX-License-Identifier: Apache-2.0
// Findings that have been put right: what a document tells of a fault, and what says that it is
// closed.
#pragma once

#include "pipeline/assess/passages.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// "Corrected on 6 February; finding closed".
[[nodiscard]] bool settles(const text::Wording& said);

// Marks what each settling passage puts right: its own row; what stands before it in its section or
// short document; and what another document says of a finding of the same number.
// headings: per candidate.
void mark_settled(std::span<const text::Wording> headings, Reading& out);

}  // namespace assay::assess
