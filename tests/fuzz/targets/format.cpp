// SPDX-License-Identifier: Apache-2.0
// Fuzzes a whole document of the type ASSAY_FUZZ_FORMAT.
#include "tests/fuzz/targets/pages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  assay::fuzz::read(assay::fuzz::view(data, size), ASSAY_FUZZ_FORMAT);
  return 0;
}
