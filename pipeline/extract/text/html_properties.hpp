// SPDX-License-Identifier: Apache-2.0
// What the head of an HTML page says of the page: title, author, dates, language.
#pragma once

#include <libxml/tree.h>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// root: the element "html".
void add_html_properties(const xmlNode* root, PageBuilder& builder);

}  // namespace assay::extract
