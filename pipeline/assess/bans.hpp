// SPDX-License-Identifier: Apache-2.0
// Requirements that something be kept from happening, and evidence that says it is not.
#pragma once

#include <span>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// Whether a requirement asks for what a ban shows as well: "restricted", "protected against"; but
// not "checked against".
[[nodiscard]] bool asks_for_ban(std::span<const text::Term> requirement);

// "Traffic is not blocked", "has no write protection": that what keeps it from happening is not
// there. Elsewhere a denial beside such a word denies nothing: "no message passes that is not
// blocked".
[[nodiscard]] bool denies_ban(std::span<const text::Term> requirement,
                              std::span<const text::Term> evidence);

}  // namespace assay::assess
