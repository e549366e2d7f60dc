// SPDX-License-Identifier: Apache-2.0
// Names of columns that do not stand exactly above their values.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/extract/pdf/pdf_bands.hpp"

namespace assay::extract {

// The region that begins with the first band, as region_of finds it, or a larger one whose first
// bands are names in bold type that lie beside their values: names are often centred.
[[nodiscard]] PdfRegion region_with_names(const PdfPage& page, std::span<const PdfBand> bands);

// The first and last column that a name above them stands for: those below it and, as names of
// groups are centred, their neighbours as far as that brings the middles together. left, right:
// where its neighbours' columns end. The first is behind the last if there is none.
[[nodiscard]] std::pair<std::size_t, std::size_t> columns_below(
    const std::vector<PdfColumn>& columns, const PdfLine& line, double left, double right);

}  // namespace assay::extract
