// SPDX-License-Identifier: Apache-2.0
// The shapes of a slide of a PowerPoint 97-2003 presentation that hold text, and its tables
// ([MS-ODRAW] 2.2.13).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/ppt_text.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

struct PptShape {
  std::vector<PptText> texts;
  unsigned placeholder = 0;             // its kind; 0 for none
  std::array<std::int32_t, 4> place{};  // in its group: left, top, right, bottom
};

// Either one shape, or the cells of a table.
struct PptShapes {
  std::vector<PptShape> shapes;
  bool table = false;
};

// In the order of the drawing. slide: the records of a slide, its notes or its master. Throws
// CompoundError.
[[nodiscard]] std::vector<PptShapes> ppt_shapes(std::string_view slide,
                                                const std::vector<PptText>& outline);

void add_ppt_table(const PptShapes& table, PageBuilder& builder);

}  // namespace assay::extract
