// SPDX-License-Identifier: Apache-2.0
// Fuzzes the XML of a presentation: the shapes of a slide, its notes, its master, a chart and a
// diagram, separated by NUL.
#include <string>

#include "tests/extract/office_builder.hpp"
#include "tests/fuzz/targets/pages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  const std::string shapes(assay::fuzz::take_part(input));
  const std::string notes(assay::fuzz::take_part(input));
  const std::string master(assay::fuzz::take_part(input));
  const std::string chart(assay::fuzz::take_part(input));
  const std::string diagram(assay::fuzz::take_part(input));
  assay::fuzz::read(
      assay::test::pptx({{shapes, notes}}, master, {{"chart", chart}, {"diagramData", diagram}}),
      "pptx");
  return 0;
}
