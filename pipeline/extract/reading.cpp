// SPDX-License-Identifier: Apache-2.0
// Maps a type to its reader, and answers for documents without one.
#include "pipeline/extract/reading.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/extract/archive/archive_walk.hpp"
#include "pipeline/extract/office/xlsx_tables.hpp"
#include "pipeline/extract/page/failure.hpp"
#include "pipeline/extract/page/formats.hpp"

namespace assay::extract {
namespace {

struct Format {
  std::string_view file_type;
  void (*read)(std::string_view, PageBuilder&);
};
constexpr std::array kFormats{
    Format{"pdf", read_pdf},   Format{"docx", read_docx}, Format{"xlsx", read_xlsx},
    Format{"pptx", read_pptx}, Format{"odt", read_odt},   Format{"ods", read_ods},
    Format{"odp", read_odp},   Format{"doc", read_doc},   Format{"xls", read_xls},
    Format{"ppt", read_ppt},   Format{"msg", read_msg},   Format{"md", read_markdown},
    Format{"html", read_html}, Format{"csv", read_csv},   Format{"tsv", read_csv},
    Format{"json", read_json}, Format{"xml", read_xml},   Format{"txt", read_plain_text},
};
constexpr const char* kReadableFormats =
    "Assay reads PDF, DOCX, XLSX, PPTX, ODT, ODS, ODP, DOC, XLS, PPT, MSG, Markdown, plain text, "
    "HTML, CSV, TSV, "
    "JSON, XML, and ZIP archives of these.";

void refuse_empty(std::string_view bytes) {
  if (bytes.empty()) {
    throw ReadFailure(ExtractProblem::Empty,
                      "The file is empty. Check the original and upload it again.");
  }
}

[[noreturn]] void refuse_encrypted() {
  throw ReadFailure(ExtractProblem::Encrypted,
                    "The document is protected by a password. Upload a copy without one.");
}

std::string shown(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

[[noreturn]] void refuse_mismatch(const Detected& detected, std::string_view name) {
  throw ReadFailure(ExtractProblem::TypeMismatch,
                    shown(name) + " is named like " + described(detected.claimed) +
                        ", but its content is " + described(detected.inspection.file_type) +
                        ". Upload the real document, or name the file for what it is.");
}

[[noreturn]] void refuse_type(std::string_view file_type) {
  std::string reason = "The file is " + described(file_type) + ", which Assay does not read. " +
                       kReadableFormats + " Convert the file to one of these and upload that.";
  if (file_type == "zip") {
    reason = "The file is a ZIP archive. Its files are read as documents of their own.";
  }
  throw ReadFailure(ExtractProblem::Unsupported, std::move(reason));
}

}  // namespace

Inspection inspect_document(std::string_view bytes, std::string_view name, const Magic& magic) {
  refuse_empty(bytes);
  Inspection inspection = detect(bytes, name, magic).inspection;
  if (inspection.archive) inspection.files = list_archive(bytes, {});
  return inspection;
}

void read_pages(std::string_view bytes, std::string_view file_type, PageSink& sink) {
  const auto* format = std::find_if(kFormats.begin(), kFormats.end(), [file_type](const Format& f) {
    return f.file_type == file_type;
  });
  if (format == kFormats.end()) refuse_type(file_type);
  PageBuilder builder(sink);
  format->read(bytes, builder);
  if (builder.any_text()) return;
  if (file_type == "pdf") {
    throw ReadFailure(
        ExtractProblem::NoText,
        "No page of the PDF holds text: it seems to be scanned, and recognising text in "
        "pictures (OCR) is not available for it. Upload a copy with a text layer.");
  }
  throw ReadFailure(ExtractProblem::Empty,
                    "The document holds no text. Check the original and upload it again.");
}

void read_document(std::string_view bytes, std::string_view name, const Magic& magic,
                   FrameWriter& writer) {
  refuse_empty(bytes);
  const Detected detected = detect(bytes, name, magic);
  if (detected.encrypted) refuse_encrypted();
  if (detected.mismatch) refuse_mismatch(detected, name);
  writer.inspection(detected.inspection);
  read_pages(bytes, detected.inspection.file_type, writer);
}

void read_tables(std::string_view bytes, std::string_view name, const Magic& magic,
                 FrameWriter& writer) {
  refuse_empty(bytes);
  const Detected detected = detect(bytes, name, magic);
  if (detected.encrypted) refuse_encrypted();
  if (detected.inspection.file_type != "xlsx") {
    throw ReadFailure(ExtractProblem::Unsupported,
                      "The file is " + described(detected.inspection.file_type) +
                          ", not an Excel workbook (XLSX). Save it as one.");
  }
  read_xlsx_tables(bytes, writer);
}

}  // namespace assay::extract
