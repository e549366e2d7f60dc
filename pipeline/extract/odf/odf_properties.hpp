// SPDX-License-Identifier: Apache-2.0
// The properties of OpenDocument files: title, author and the like (OpenDocument 1.3, part 3, 4.3).
#pragma once

#include "pipeline/extract/odf/odf_package.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Passes on those of a container. A damaged part adds nothing: the text is what counts.
void add_odf_properties(OdfPackage& package, PageBuilder& builder);
// The same from an element "meta" below root, as the flat form has it.
void add_odf_properties(const xmlNode* root, PageBuilder& builder);

}  // namespace assay::extract
