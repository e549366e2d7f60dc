// SPDX-License-Identifier: Apache-2.0
// Fuzzes the XML of OpenDocument files: body, automatic styles and styles.xml, separated by NUL,
// read as a text, a spreadsheet and a presentation.
#include <string>

#include "tests/extract/office_builder.hpp"
#include "tests/fuzz/targets/pages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  const std::string body(assay::fuzz::take_part(input));
  const std::string automatic(assay::fuzz::take_part(input));
  const std::string styles(assay::fuzz::take_part(input));
  const assay::test::OdfParts parts{automatic, styles, ""};
  assay::fuzz::read(assay::test::odf("text", body, parts), "odt");
  assay::fuzz::read(assay::test::odf("spreadsheet", body, parts), "ods");
  assay::fuzz::read(assay::test::odf("presentation", body, parts), "odp");
  return 0;
}
