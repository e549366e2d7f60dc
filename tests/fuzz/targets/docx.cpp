// SPDX-License-Identifier: Apache-2.0
// Fuzzes the XML of a Word document: document, styles, numbering and footnotes, separated by NUL.
// The surrounding package is valid, since a mutation of compressed bytes would not get this far.
#include <string>

#include "tests/extract/office_builder.hpp"
#include "tests/fuzz/targets/pages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  const std::string document(assay::fuzz::take_part(input));
  assay::test::Parts parts;
  for (const char* name : {"styles", "numbering", "footnotes"}) {
    if (const auto part = assay::fuzz::take_part(input); !part.empty()) {
      parts.emplace_back(name, part);
    }
  }
  assay::fuzz::read(assay::test::docx_of(document, parts), "docx");
  return 0;
}
