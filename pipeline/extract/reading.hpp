// SPDX-License-Identifier: Apache-2.0
// The things assay-extract does with a document.
#pragma once

#include <string_view>

#include "pipeline/extract/file_types.hpp"
#include "pipeline/extract/output.hpp"

namespace assay::extract {

// What the document is; a ZIP is checked completely. Throws ReadFailure.
[[nodiscard]] Inspection inspect_document(std::string_view bytes, std::string_view name,
                                          const Magic& magic);

// All pages to the sink, behind the type. Throws ReadFailure, also when there is no text.
void read_document(std::string_view bytes, std::string_view name, const Magic& magic,
                   FrameWriter& writer);
// The same for a document of a known type.
void read_pages(std::string_view bytes, std::string_view file_type, PageSink& sink);
// The cells of an Excel workbook, sheet by sheet. Throws ReadFailure, also for anything else.
void read_tables(std::string_view bytes, std::string_view name, const Magic& magic,
                 FrameWriter& writer);

}  // namespace assay::extract
