// SPDX-License-Identifier: Apache-2.0
// Finds the pages of a TIFF file without decoding any (TIFF 6.0, section 2, and BigTIFF).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::extract {

struct TiffPage {
  std::size_t directory;  // its offset in the file
  std::int64_t width;     // in pixels; 0 if the directory does not say
  std::int64_t height;
};

// In order, up to the first directory that is not whole. Empty for what is no TIFF file. A file
// whose directories form a circle ends after as many as would fit into it.
[[nodiscard]] std::vector<TiffPage> tiff_pages(std::string_view bytes);

}  // namespace assay::extract
