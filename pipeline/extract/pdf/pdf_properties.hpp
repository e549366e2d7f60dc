// SPDX-License-Identifier: Apache-2.0
// What a PDF says of itself beside its pages: the dictionary "Info", and XMP (ISO 16684-1).
#pragma once

#include "pipeline/extract/page/page_builder.hpp"

namespace poppler {
class document;
}

namespace assay::extract {

// Passes on those that are there. XMP adds what "Info" lacks; if it is damaged, it adds nothing.
void add_pdf_properties(const poppler::document& document, PageBuilder& builder);

}  // namespace assay::extract
