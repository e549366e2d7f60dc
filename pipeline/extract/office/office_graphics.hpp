// SPDX-License-Identifier: Apache-2.0
// Reads the words and figures of diagrams (SmartArt) and charts, and the text boxes that are drawn
// on a worksheet.
#pragma once

#include <libxml/tree.h>

#include <string>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Adds the text of each point. root: that of a diagram's data.
void add_diagram(const xmlNode* root, PageBuilder& builder);

// Adds the title, and a table row for each category with the value of each series, as the chart
// shows them. root: that of a chart.
void add_chart(const xmlNode* root, PageBuilder& builder);

// Adds the words and figures of the sheet's drawings, in their order.
void add_sheet_drawings(OpcPackage& package, const std::string& sheet, PageBuilder& builder);

// Adds the chart or the diagram that an element of a drawing refers to (c:chart, dgm:relIds).
// parts: the relationships of the part with the element.
void add_graphic_of(OpcPackage& package, const std::vector<Relationship>& parts,
                    const xmlNode* reference, PageBuilder& builder);

}  // namespace assay::extract
