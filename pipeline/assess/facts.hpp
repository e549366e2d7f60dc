// SPDX-License-Identifier: Apache-2.0
// Facts that a record must name: a day, a person or post.
#pragma once

#include <string_view>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// "2026-01-12", "12.01.2026", "12 January 2026", "January 2026".
[[nodiscard]] bool names_date(const text::Wording& said);
// "Jane Doe", "the CISO", "Head of IT". A guess from capitals and posts.
[[nodiscard]] bool names_somebody(const text::Wording& said);

// "Tronix", as against "ERP" and "the".
[[nodiscard]] bool capitalised(std::string_view word);

}  // namespace assay::assess
