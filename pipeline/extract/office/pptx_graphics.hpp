// SPDX-License-Identifier: Apache-2.0
// Reads the words and figures of diagrams (SmartArt) and charts.
#pragma once

#include <libxml/tree.h>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Adds the text of each point. root: that of a diagram's data.
void add_diagram(const xmlNode* root, PageBuilder& builder);

// Adds the title, and a table row for each category with the value of each series, as the chart
// shows them. root: that of a chart.
void add_chart(const xmlNode* root, PageBuilder& builder);

}  // namespace assay::extract
