// SPDX-License-Identifier: Apache-2.0
// The operations of assay-extract on a document.
#pragma once

#include <string_view>

#include "pipeline/extract/page/output.hpp"
#include "pipeline/extract/types/file_types.hpp"

namespace assay::extract {

// Detects the document's type; checks a ZIP completely. Throws ReadFailure.
[[nodiscard]] Inspection inspect_document(std::string_view bytes, std::string_view name,
                                          const Magic& magic);

// Sends the type and then all pages to the sink. Throws ReadFailure, also if there is no text.
void read_document(std::string_view bytes, std::string_view name, const Magic& magic,
                   FrameWriter& writer);
// Sends the pages of a document whose type is known.
void read_pages(std::string_view bytes, std::string_view file_type, PageSink& sink);
// The cells of an Excel workbook, sheet by sheet. Throws ReadFailure, also for other types.
void read_tables(std::string_view bytes, std::string_view name, const Magic& magic,
                 FrameWriter& writer);

}  // namespace assay::extract
