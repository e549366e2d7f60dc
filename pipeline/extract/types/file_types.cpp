// SPDX-License-Identifier: Apache-2.0
// Detects file types.
#include "pipeline/extract/types/file_types.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "core/json/json.hpp"
#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/types/file_type_table.hpp"

namespace assay::extract {
namespace {

const FileType* type_named(std::string_view name) {
  const auto* found = std::find_if(kFileTypes.begin(), kFileTypes.end(),
                                   [name](const FileType& type) { return type.name == name; });
  return found == kFileTypes.end() ? nullptr : found;
}

// Types whose content has a structure that plain text or unknown data cannot have.
std::string claim_of(std::string_view name) {
  std::string extension = extension_of(name);
  if (extension == "docm" || extension == "dotx") return "docx";
  if (extension == "xlsm" || extension == "xltx") return "xlsx";
  if (extension == "pptm" || extension == "ppsx" || extension == "potx") return "pptx";
  if (extension == "ott") return "odt";
  if (extension == "ots") return "ods";
  if (extension == "otp") return "odp";
  for (const std::string_view known :
       {"pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "epub", "zip", "tar", "7z"}) {
    if (extension == known) return extension;
  }
  return {};
}

bool office(std::string_view type) {
  return type == "docx" || type == "xlsx" || type == "pptx" || type == "odt" || type == "ods" ||
         type == "odp" || type == "epub";
}

std::string json_or_text(std::string_view text) {
  constexpr std::size_t kMaxTried = std::size_t{16} * 1024 * 1024;
  const bool may_be = text.size() <= kMaxTried && (text.starts_with('{') || text.starts_with('['));
  return may_be && Json::parse(text) ? "json" : "txt";
}

// The name of the first element of XML, without its namespace; empty if the text does not begin
// like XML.
std::string_view first_element(std::string_view text) {
  struct Leading {
    std::string_view begin;
    std::string_view end;
  };
  constexpr std::array kBefore{Leading{"<?", "?>"}, Leading{"<!--", "-->"}, Leading{"<!", ">"}};
  for (text = trim(text); text.starts_with('<'); text = trim(text)) {
    const auto* mark = std::find_if(kBefore.begin(), kBefore.end(), [text](const Leading& one) {
      return text.starts_with(one.begin);
    });
    if (mark == kBefore.end()) {
      const std::string_view name = text.substr(1, text.find_first_of(" \t\r\n/>", 1) - 1);
      return name.substr(name.find(':') + 1);
    }
    // The end of a document type with declarations of its own is "]>".
    const bool declares = mark->begin == "<!" && text.find('[') < text.find('>');
    const std::string_view end = declares ? "]>" : mark->end;
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
  return {};
}

constexpr std::size_t kBeginning = 8192;

// Kinds of text that say what they are.
std::string type_by_beginning(std::string_view text) {
  const std::string first = ascii_lower(trim(text).substr(0, 32));
  if (first.starts_with("begin:vcard")) return "vcf";
  if (first.starts_with("begin:vcalendar")) return "ics";
  return first_element(text) == "svg" ? "svg" : "";
}

std::string text_type(std::string_view bytes, std::string_view name) {
  std::string extension = extension_of(name);
  // A template of a Markdown page counts as Markdown ("policy.md.tmpl").
  if (extension == "tmpl") extension = extension_of(name.substr(0, name.rfind('.')));
  if (extension == "md" || extension == "markdown" || extension == "mdown" || extension == "mdx") {
    return "md";
  }
  if (extension == "htm" || extension == "xhtml") return "html";
  if (extension == "jsonl" || extension == "ndjson") return "json";
  const std::string by_beginning = type_by_beginning(to_utf8(bytes.substr(0, kBeginning)));
  if (!by_beginning.empty()) return by_beginning;
  for (const std::string_view known : {"csv", "tsv", "html", "json", "xml"}) {
    if (extension == known) return extension;
  }
  if (extension == "txt" || extension == "text" || extension == "log") return "txt";
  const std::string head = to_utf8(bytes.substr(0, 4096));
  const std::string lower = ascii_lower(trim(head));
  if (lower.starts_with("<!doctype html") || lower.starts_with("<html")) return "html";
  if (lower.starts_with("<?xml")) {
    return lower.find("<html") != std::string::npos ? "html" : "xml";
  }
  return json_or_text(trim(bytes));
}

// An Office 97-2003 compound file, which also wraps encrypted newer documents.
Detected detect_compound(std::string_view bytes, std::string_view name, Detected detected) {
  std::string type = compound_type(bytes, name);
  if (type == kEncryptedOffice) {
    detected.encrypted = true;
    type = office(detected.claimed) ? detected.claimed : "bin";
  }
  detected.inspection.file_type = type;
  detected.inspection.archive = has_members(type);
  return detected;
}

Detected detect_archive(std::string_view type, Detected detected) {
  detected.inspection.file_type = type;
  detected.mismatch = !detected.claimed.empty() && !is_archive_type(detected.claimed);
  detected.inspection.archive = !detected.mismatch;
  return detected;
}

Detected detect_zip(std::string_view bytes, std::string_view name, Detected detected) {
  Inspection& inspection = detected.inspection;
  try {
    inspection.file_type = container_type(ZipArchive(bytes), name);
    if (inspection.file_type == "zip") return detect_archive("zip", detected);
  } catch (const ZipError&) {
    // Too broken to look into: only the claimed type is left to go by.
    inspection.file_type = office(detected.claimed) ? detected.claimed : "zip";
    inspection.archive = inspection.file_type == "zip";
  }
  return detected;
}

// The type of an OpenDocument file in the flat form, which its root names; empty for other texts.
std::string flat_document_type(std::string_view bytes) {
  // Roots name many namespaces before it.
  constexpr std::size_t kLongestRoot = std::size_t{16} * 1024;
  constexpr std::string_view kNamed = "office:mimetype=\"";
  const std::string_view head = bytes.substr(0, kLongestRoot);
  const std::size_t root = head.starts_with('<') ? head.find("<office:document") : head.npos;
  if (root == head.npos) return {};
  const std::string_view tag = head.substr(root, head.find('>', root) - root);
  const std::size_t named = tag.find(kNamed);
  return named == tag.npos ? std::string() : open_document_type(tag.substr(named + kNamed.size()));
}

// As much of a file as libmagic is shown.
constexpr std::size_t kMagicBytes = std::size_t{1} << 20U;
// U+FEFF, the length of the text that follows, and "SketchUp" in UTF-16.
constexpr std::string_view kSketchUp("\xFF\xFE\xFF\x0ES\0k\0e\0t\0c\0h\0U\0p\0", 20);

// The type of binary data that libmagic knows; empty for text, and for what it does not know.
std::string binary_type(std::string_view bytes, const Magic& magic) {
  if (bytes.starts_with(kSketchUp)) return "skp";
  // Looking at text, libmagic tries each of its hundreds of expressions.
  if (certainly_text(bytes)) return {};
  const std::string mime = magic.mime_type(bytes.substr(0, kMagicBytes));
  if (mime == "application/x-rar-compressed" || mime == "application/vnd.rar") return "rar";
  if (mime == "application/x-gzip") return "gz";
  if (mime == "application/x-lzh-compressed") return "lha";
  if (mime == "image/x-ms-bmp") return "bmp";
  const auto* known = std::find_if(kFileTypes.begin(), kFileTypes.end(),
                                   [&](const FileType& type) { return type.content_type == mime; });
  const bool binary = known != kFileTypes.end() && !known->content_type.starts_with("text/") &&
                      known->name != "json" && known->name != "xml" && known->name != "svg" &&
                      known->name != "eml" && known->name != "bin";
  return binary ? std::string(known->name) : std::string();
}

std::string type_without_container(std::string_view bytes, std::string_view name,
                                   const Magic& magic) {
  if (trim(bytes.substr(0, 64)).starts_with("{\\rtf")) return "rtf";
  if (const std::string_view mail = mail_type(bytes, name); !mail.empty()) return std::string(mail);
  if (std::string binary = binary_type(bytes, magic); !binary.empty()) return binary;
  if (!looks_like_text(bytes)) return "bin";
  if (std::string flat = flat_document_type(bytes); !flat.empty()) return flat;
  return text_type(bytes, name);
}

}  // namespace

Magic::Magic() : handle_(::magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS)) {
  if (!handle_ || ::magic_load(handle_.get(), nullptr) != 0) {
    throw std::runtime_error("libmagic cannot load its database");
  }
}

std::string Magic::mime_type(std::string_view bytes) const {
  const char* type = ::magic_buffer(handle_.get(), bytes.data(), bytes.size());
  return type == nullptr ? "application/octet-stream" : ascii_lower(type);
}

Detected detect(std::string_view bytes, std::string_view name, const Magic& magic) {
  Detected detected;
  detected.claimed = claim_of(name);
  Inspection& inspection = detected.inspection;
  // Readers accept a PDF's signature anywhere in its first kilobyte.
  const std::size_t pdf = bytes.substr(0, 1024).find("%PDF-");
  if (pdf == 0 || (pdf != std::string_view::npos && detected.claimed == "pdf")) {
    inspection.file_type = "pdf";
  } else if (const std::string_view archive = archive_type(bytes); archive == "zip") {
    detected = detect_zip(bytes, name, detected);
  } else if (!archive.empty()) {
    detected = detect_archive(archive, detected);
  } else if (begins_like_compound(bytes)) {
    detected = detect_compound(bytes, name, detected);
  } else {
    inspection.file_type = type_without_container(bytes, name, magic);
    detected.mismatch = !detected.claimed.empty() &&
                        (inspection.file_type == "txt" || inspection.file_type == "bin");
    inspection.archive = is_archive_type(inspection.file_type) || has_members(inspection.file_type);
  }
  inspection.content_type = content_type_of(inspection.file_type);
  return detected;
}

std::string extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t slash = name.find_last_of("/\\");
  if (dot == std::string_view::npos || (slash != std::string_view::npos && slash > dot)) return {};
  return ascii_lower(name.substr(dot + 1));
}

std::string content_type_of(std::string_view file_type) {
  const FileType* type = type_named(file_type);
  return std::string(type == nullptr ? "application/octet-stream" : type->content_type);
}

std::string described(std::string_view file_type) {
  const FileType* type = type_named(file_type);
  return type == nullptr ? std::string(file_type) : std::string(type->description);
}

}  // namespace assay::extract
