// SPDX-License-Identifier: Apache-2.0
// Fuzzes the XML of an Excel workbook: rows of two sheets, shared strings and styles, separated by
// NUL, read as a document and as tables.
#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "core/base/io.hpp"
#include "pipeline/extract/office/xlsx_workbook.hpp"
#include "tests/extract/office_builder.hpp"
#include "tests/fuzz/targets/pages.hpp"

namespace {

void read_tables(const std::string& bytes) {
  static const assay::FileDescriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  assay::extract::FrameWriter writer(null.get());
  try {
    assay::extract::read_xlsx_tables(bytes, writer);
  } catch (const assay::extract::ReadFailure& failure) {
    assay::fuzz::require(!failure.failure().reason.empty(), "a failure with a reason");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input = assay::fuzz::view(data, size);
  const std::string first(assay::fuzz::take_part(input));
  const std::string second(assay::fuzz::take_part(input));
  const std::string strings(assay::fuzz::take_part(input));
  const std::string styles(assay::fuzz::take_part(input));
  const std::string bytes =
      assay::test::xlsx({{"One", first}, {"Two", second, true}}, strings, styles);
  assay::fuzz::read(bytes, "xlsx");
  read_tables(bytes);
  return 0;
}
