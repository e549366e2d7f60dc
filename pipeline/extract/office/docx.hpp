// SPDX-License-Identifier: Apache-2.0
// Reads a Word document that may stand inside another one.
#pragma once

#include <string_view>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// As read_docx. chunks: whether documents inside it (altChunk) are read as well.
void read_word(std::string_view bytes, bool chunks, PageBuilder& builder);

}  // namespace assay::extract
