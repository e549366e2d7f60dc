// SPDX-License-Identifier: Apache-2.0
// Maps a type to its reader, and answers for documents without one.
#include "pipeline/extract/reading.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/extract/page_words.hpp"
#include "pipeline/extract/archive/archive_walk.hpp"
#include "pipeline/extract/archive/container.hpp"
#include "pipeline/extract/office/xlsx_workbook.hpp"
#include "pipeline/extract/page/formats.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

struct Format {
  std::string_view file_type;
  void (*read)(std::string_view, PageBuilder&);
};
// A picture holds no text of its own: assay-ocr recognises its words.
void read_picture(std::string_view /*bytes*/, PageBuilder& builder) {
  builder.picture();
  builder.words(encode_words({}));
  builder.end_page();
}

// A change here, or in what a reader finds, raises core/extract/extract_types.hpp.
constexpr std::array kFormats{
    Format{"pdf", read_pdf},      Format{"docx", read_docx},      Format{"xlsx", read_xlsx},
    Format{"pptx", read_pptx},    Format{"odt", read_odt},        Format{"ods", read_ods},
    Format{"odp", read_odp},      Format{"md", read_markdown},    Format{"html", read_html},
    Format{"csv", read_csv},      Format{"tsv", read_csv},        Format{"json", read_json},
    Format{"xml", read_xml},      Format{"txt", read_plain_text}, Format{"epub", read_epub},
    Format{"svg", read_svg},      Format{"vcf", read_vcard},      Format{"ics", read_calendar},
    Format{"png", read_picture},  Format{"jpeg", read_picture},   Format{"tiff", read_picture},
    Format{"webp", read_picture}, Format{"bmp", read_picture},    Format{"gif", read_picture},
    Format{"doc", read_doc},      Format{"xls", read_xls},        Format{"ppt", read_ppt},
    Format{"msg", read_msg},      Format{"rtf", read_rtf},        Format{"eml", read_eml},
    Format{"mhtml", read_mhtml},
};
constexpr const char* kReadableFormats =
    "Assay reads PDF, Word, Excel, PowerPoint, Outlook, OpenDocument, RTF, EPUB, e-mail (EML), web "
    "page, SVG, Markdown, text, CSV, VCF, ICS, JSON and XML files, pictures of pages, and archives "
    "and mailboxes of these.";

// What to do with files that only one kind of program reads.
struct Advice {
  std::string_view file_type;
  const char* sentence;
};
constexpr const char* kUnpackYourself =
    "Unpack it, and upload its files or a ZIP, TAR or 7z archive of them.";
constexpr std::array kAdvice{
    Advice{"pages", "Export it from Pages as PDF or Word, and upload that."},
    Advice{"numbers", "Export it from Numbers as Excel or CSV, and upload that."},
    Advice{"key", "Export it from Keynote as PDF or PowerPoint, and upload that."},
    Advice{"odg", "Export it as PDF, and upload that."},
    Advice{"odb", "Export its tables as spreadsheets or CSV, and upload these."},
    Advice{"sxw", "Open it in LibreOffice, save it as ODT or PDF, and upload that."},
    Advice{"sxc", "Open it in LibreOffice, save it as ODS or Excel, and upload that."},
    Advice{"sxi", "Open it in LibreOffice, save it as ODP or PDF, and upload that."},
    Advice{"xps", "Print it as PDF, and upload that."},
    Advice{"skp", "Export its sheets as PDF, and upload these."},
    Advice{"vsdx", "Export it as PDF, and upload that."},
    Advice{"xlsb", "Save it as an Excel workbook (XLSX), and upload that."},
    Advice{"kmz", "Export its places as CSV or KML, and upload that."},
    Advice{"jar", "Upload the documents that describe it."},
    Advice{"apk", "Upload the documents that describe it."},
    Advice{"rar", kUnpackYourself},
    Advice{"zst", kUnpackYourself},
    Advice{"lz4", kUnpackYourself},
    Advice{"lzip", kUnpackYourself},
    Advice{"z", kUnpackYourself},
    Advice{"lha", kUnpackYourself},
    Advice{"arj", kUnpackYourself},
    Advice{"cpio", kUnpackYourself},
    Advice{"cab", kUnpackYourself},
    Advice{"iso", kUnpackYourself},
};

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
  const auto* advice = std::find_if(kAdvice.begin(), kAdvice.end(), [file_type](const Advice& one) {
    return one.file_type == file_type;
  });
  std::string reason = "The file is " + described(file_type) + ", which Assay does not read. ";
  if (container_of(file_type) != nullptr) {
    reason =
        "The file is " + described(file_type) + ". Its files are read as documents of their own.";
  } else if (advice != kAdvice.end()) {
    reason += advice->sentence;
  } else {
    reason += kReadableFormats;
    reason += " Convert the file to one of these and upload that.";
  }
  throw ReadFailure(ExtractProblem::Unsupported, std::move(reason));
}

}  // namespace

Inspection inspect_document(std::string_view bytes, std::string_view name, const Magic& magic) {
  refuse_empty(bytes);
  Inspection inspection = detect(bytes, name, magic).inspection;
  if (inspection.archive) inspection.files = list_archive(bytes, {}, name);
  // Most messages have nothing attached.
  if (inspection.files.empty()) inspection.archive = false;
  return inspection;
}

void read_pages(std::string_view bytes, std::string_view file_type, PageSink& sink) {
  const auto* format = std::find_if(kFormats.begin(), kFormats.end(), [file_type](const Format& f) {
    return f.file_type == file_type;
  });
  if (format == kFormats.end()) refuse_type(file_type);
  PageBuilder builder(sink);
  format->read(bytes, builder);
  if (builder.any_text() || builder.any_picture()) return;
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
