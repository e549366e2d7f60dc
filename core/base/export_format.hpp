// SPDX-License-Identifier: Apache-2.0
// The formats in which a run can be exported, their file names, and an export's states.
#pragma once

#include <array>
#include <string_view>

#include "core/base/states.hpp"

namespace assay {

enum class ExportFormat { Json, Csv, Xlsx, Pdf, Html, Oscal, Package };
// The last two are final.
enum class ExportStatus { Queued, InProgress, Completed, Failed };

template <>
struct WireNames<ExportFormat> {
  static constexpr std::array<std::string_view, 7> kNames{"json", "csv",   "xlsx",   "pdf",
                                                          "html", "oscal", "package"};
};
template <>
struct WireNames<ExportStatus> {
  static constexpr std::array<std::string_view, 4> kNames{"QUEUED", "IN_PROGRESS", "COMPLETED",
                                                          "FAILED"};
};

struct ExportFile {
  std::string_view ending;  // of the file name: the kind of export, and the extension
  std::string_view content_type;
};

[[nodiscard]] constexpr ExportFile file_of(ExportFormat format) {
  switch (format) {
    case ExportFormat::Json:
      return {"-results.json", "application/json"};
    case ExportFormat::Csv:
      return {"-results.csv", "text/csv; charset=utf-8"};
    case ExportFormat::Xlsx:
      return {"-results.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"};
    case ExportFormat::Pdf:
      return {"-report.pdf", "application/pdf"};
    case ExportFormat::Html:
      return {"-report.html", "text/html; charset=utf-8"};
    case ExportFormat::Oscal:
      return {"-oscal.zip", "application/zip"};
    case ExportFormat::Package:
      break;
  }
  return {"-evidence-package.zip", "application/zip"};
}

}  // namespace assay
