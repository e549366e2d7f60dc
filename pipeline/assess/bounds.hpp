// SPDX-License-Identifier: Apache-2.0
// Whether words around a number ask for at least or at most so much.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "pipeline/assess/quantities.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// Of the number that terms [first, last) hold: "at least 12", "12 or more", "no longer than 30
// days", "does not exceed 5". nullopt where nothing near it says.
[[nodiscard]] std::optional<Bound> bound_of(std::span<const text::Term> terms, std::size_t first,
                                            std::size_t last);

}  // namespace assay::assess
