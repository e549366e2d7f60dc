// SPDX-License-Identifier: Apache-2.0
// Bullets and numbers of lists that stand apart from the text they belong to.
#pragma once

#include <vector>

#include "pipeline/extract/pdf/pdf_lines.hpp"

namespace assay::extract {

// Joins each marker to the text behind it and says in both kinds of lines, joined and others, what
// part of them is a marker (PdfLine::marker). The order of the other lines stays.
[[nodiscard]] std::vector<PdfLine> join_markers(std::vector<PdfLine> lines, const PdfRules& rules);

}  // namespace assay::extract
