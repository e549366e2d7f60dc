// SPDX-License-Identifier: Apache-2.0
// The language of a text, by its commonest words.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/extract/extract_types.hpp"

namespace assay::facts {

// ISO 639-1: "en", "de", "fr", "es", "it", "nl" or "pt". nullopt if there are too few words to
// tell, or two languages are about as likely.
[[nodiscard]] std::optional<std::string_view> text_language(const std::vector<Page>& pages);

}  // namespace assay::facts
