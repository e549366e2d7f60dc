// SPDX-License-Identifier: Apache-2.0
// A table's cells to rows that read "header: value; header: value".
#pragma once

#include <string>
#include <vector>

#include "pipeline/extract/page_builder.hpp"

namespace assay::extract {

using Row = std::vector<std::string>;

// header_rows: how many rows at the top the document itself marks as headings; 0 when it marks
// none, and then the first row is taken for one if it looks like one.
void add_table(const std::vector<Row>& rows, std::size_t header_rows, PageBuilder& builder);

// All cells filled, short, different, and none of them a number: a row of headings.
[[nodiscard]] bool header_like(const Row& row);

// One row under its headings, which may be fewer or more than its cells.
void add_row(const Row& header, const Row& row, PageBuilder& builder);

}  // namespace assay::extract
