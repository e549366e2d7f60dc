// SPDX-License-Identifier: Apache-2.0
// Dispatches to the writer of a format; copies files that libraries wrote.
#include "pipeline/export/export_formats.hpp"

#include <array>

#include "core/base/io.hpp"

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

void copy_file(const std::filesystem::path& path, const Output& output) {
  const FileDescriptor file = open_for_reading(path.string());
  std::array<std::byte, std::size_t{64} * 1024> piece{};
  while (const std::size_t got = read_some(file.get(), piece)) {
    output.write({reinterpret_cast<const char*>(piece.data()), got});
  }
}

}  // namespace assay::exports
