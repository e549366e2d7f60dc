// SPDX-License-Identifier: Apache-2.0
// Dispatches to the writer of a format.
#include "pipeline/export/formats.hpp"

namespace assay::exports {

void write(ExportFormat format, const Report& report, const Output& output) {
  switch (format) {
    case ExportFormat::Json:
      return write_json(report, output);
    case ExportFormat::Csv:
      return write_csv(report, output);
    case ExportFormat::Xlsx:
      return write_xlsx(report, output);
    case ExportFormat::Pdf:
      return write_pdf(report, output);
    case ExportFormat::Html:
      return write_html(report, output);
    case ExportFormat::Oscal:
      return write_oscal(report, output);
    case ExportFormat::Package:
      return write_package(report, output);
  }
}

}  // namespace assay::exports
