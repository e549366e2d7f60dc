// SPDX-License-Identifier: Apache-2.0
// Converts plain text to blocks; also for the text inside other documents.
#pragma once

#include <string_view>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// text: UTF-8. Ends no page.
void add_plain_text(std::string_view text, PageBuilder& builder);

}  // namespace assay::extract
