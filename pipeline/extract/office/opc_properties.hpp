// SPDX-License-Identifier: Apache-2.0
// The properties of DOCX, XLSX and PPTX: title, author and the like (OPC, "Core properties").
#pragma once

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Passes on those that are there. A damaged part adds nothing: the text is what counts.
void add_core_properties(OpcPackage& package, PageBuilder& builder);

}  // namespace assay::extract
