// SPDX-License-Identifier: Apache-2.0
// Converts a parsed HTML tree to blocks; also for the HTML inside Markdown.
#pragma once

#include <libxml/tree.h>

#include <string>
#include <string_view>

#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// All: also navigation, and what the page states not to be shown.
enum class HtmlParts { Shown, All };
// Adds the content of the tree below root, never scripts and styles.
void add_html_tree(const xmlNode* root, HtmlParts parts, PageBuilder& builder);
// html: UTF-8 source of part of a page. Ends no page.
void add_html_fragment(std::string_view html, PageBuilder& builder);
// The source of a page in UTF-8, by the encoding that it declares.
[[nodiscard]] std::string html_to_utf8(std::string_view bytes);

}  // namespace assay::extract
