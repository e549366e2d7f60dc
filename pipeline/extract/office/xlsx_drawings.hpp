// SPDX-License-Identifier: Apache-2.0
// What is drawn on a worksheet: charts, diagrams and text boxes.
#pragma once

#include <string>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Adds the words and figures of the sheet's drawings, in their order.
void add_sheet_drawings(OpcPackage& package, const std::string& sheet, PageBuilder& builder);

// Adds the chart or the diagram that an element of a drawing refers to (c:chart, dgm:relIds).
// parts: the relationships of the part with the element.
void add_graphic_of(OpcPackage& package, const std::vector<Relationship>& parts,
                    const xmlNode* reference, PageBuilder& builder);

}  // namespace assay::extract
