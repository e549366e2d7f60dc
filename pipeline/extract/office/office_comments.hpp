// SPDX-License-Identifier: Apache-2.0
// Comments in office documents: each is marked with its author and its place.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/office/opc_package.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// Names by identifier.
using CommentAuthors = std::map<std::string, std::string>;
// Those that a workbook or presentation lists for all its parts.
[[nodiscard]] CommentAuthors comment_authors(OpcPackage& package);

// Adds the comments of a worksheet, replies included.
void add_sheet_comments(OpcPackage& package, const std::string& sheet,
                        const CommentAuthors& authors, PageBuilder& builder);
// Adds the comments of a slide. parts: its relationships.
void add_slide_comments(OpcPackage& package, const std::vector<Relationship>& parts,
                        const CommentAuthors& authors, PageBuilder& builder);

}  // namespace assay::extract
