// SPDX-License-Identifier: Apache-2.0
// Words of a document's standing that may speak of something else.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// "withdrawn on 3 May" is out of force only of a document; access is withdrawn as well. In front,
// "Withdrawn on 3 May, replaced by edition 4", it is said of the text itself.
[[nodiscard]] bool speaks_of_document(const std::vector<text::Term>& terms, std::size_t at);

// Of the word "draft" at the place: a draft in the air, the draft that somebody reviews, or one
// that became the edition in force.
[[nodiscard]] bool is_other_draft(std::string_view text, const std::vector<text::Term>& terms,
                                  std::size_t at);

}  // namespace assay::assess
