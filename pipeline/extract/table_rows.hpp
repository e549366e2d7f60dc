// SPDX-License-Identifier: Apache-2.0
// Turns a table's cells into rows that read "header: value; header: value".
#pragma once

#include <string>
#include <vector>

#include "pipeline/extract/page_builder.hpp"

namespace assay::extract {

using Row = std::vector<std::string>;

// header_rows: number of top rows that the document itself marks as headings; with 0, the first row
// counts as a heading if it looks like one.
void add_table(const std::vector<Row>& rows, std::size_t header_rows, PageBuilder& builder);

// Whether the row looks like headings: all cells filled, short, different, and not numbers.
[[nodiscard]] bool header_like(const Row& row);

// Adds one row under its headings, which may be fewer or more than its cells.
void add_row(const Row& header, const Row& row, PageBuilder& builder);

}  // namespace assay::extract
