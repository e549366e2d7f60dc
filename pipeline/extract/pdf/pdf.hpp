// SPDX-License-Identifier: Apache-2.0
// Opens a PDF, and reads its metadata: the dictionary "Info", and XMP (ISO 16684-1).
#pragma once

#include <memory>
#include <string_view>

#include "pipeline/extract/page/page_builder.hpp"

namespace poppler {
class document;
}

namespace assay::extract {

// bytes must outlive the document, which has at least one page. Throws ReadFailure: Broken,
// Encrypted, or Limit above 10,000 pages.
[[nodiscard]] std::unique_ptr<poppler::document> open_pdf(std::string_view bytes);

// Passes on those that are there. XMP adds what "Info" lacks; if it is damaged, it adds nothing.
void add_pdf_properties(const poppler::document& document, PageBuilder& builder);

}  // namespace assay::extract
