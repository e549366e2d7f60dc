// SPDX-License-Identifier: Apache-2.0
// Opens a PDF.
#pragma once

#include <memory>
#include <string_view>

namespace poppler {
class document;
}

namespace assay::extract {

// bytes must outlive the document, which has at least one page. Throws ReadFailure: Broken,
// Encrypted, or Limit above 10,000 pages.
[[nodiscard]] std::unique_ptr<poppler::document> open_pdf(std::string_view bytes);

}  // namespace assay::extract
