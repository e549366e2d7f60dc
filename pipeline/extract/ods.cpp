// SPDX-License-Identifier: Apache-2.0
// Reads ODS: each sheet becomes a page.
#include <string>

#include "pipeline/extract/formats.hpp"
#include "pipeline/extract/odf_package.hpp"
#include "pipeline/extract/ods_rows.hpp"
#include "pipeline/extract/sheet_lines.hpp"

namespace assay::extract {

void read_ods(std::string_view bytes, PageBuilder& builder) {
  OdfPackage package(bytes, "OpenDocument spreadsheet");
  const std::string content = package.content_bytes();
  try {
    OdsRows rows(content);
    while (const auto name = rows.next_sheet()) {
      add_sheet_lines(
          *name, [&rows] { return rows.next_row(); }, builder);
      builder.end_page();
    }
  } catch (const XmlError& error) {
    package.broken(error);
  }
}

}  // namespace assay::extract
