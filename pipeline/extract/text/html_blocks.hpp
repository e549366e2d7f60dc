// SPDX-License-Identifier: Apache-2.0
// Converts a parsed HTML tree to blocks; also for the HTML inside Markdown.
#pragma once

#include <libxml/tree.h>

#include <string>
#include <string_view>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Adds all content of the tree below root, without scripts, styles and other invisible parts.
void add_html_tree(xmlNode* root, PageBuilder& builder);
// html: UTF-8 source of part of a page. Ends no page.
void add_html_fragment(std::string_view html, PageBuilder& builder);
// The source of a page in UTF-8, by the encoding that it declares.
[[nodiscard]] std::string html_to_utf8(std::string_view bytes);

}  // namespace assay::extract
