// SPDX-License-Identifier: Apache-2.0
// Detects a ZIP container's document type by the parts that every such document must have.
#include <array>
#include <string>

#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/text_encoding.hpp"
#include "pipeline/extract/types/archive_type.hpp"
#include "pipeline/extract/types/file_types.hpp"
#include "pipeline/extract/types/mail_type.hpp"
#include "pipeline/extract/types/package_type.hpp"
#include "pipeline/extract/xml/tree_walk.hpp"
#include "pipeline/extract/xml/xml_document.hpp"

namespace assay::extract {
namespace {

// Larger than any real list of content types.
constexpr std::uint64_t kMaxMarkerBytes = std::uint64_t{4} * 1024 * 1024;

std::string marker_text(const ZipEntry& entry) {
  if (entry.size > kMaxMarkerBytes) return {};
  std::string bytes;
  inflate(entry, [&bytes](std::span<const std::byte> piece) {
    bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  });
  return to_utf8(bytes);
}

struct Sign {
  std::string_view content_type;  // of the main part, or its prefix
  std::string_view file_type;
};

std::string office_type(const std::string& content_types_text) {
  const std::string content_types = ascii_lower(content_types_text);
  constexpr std::array kSigns{
      Sign{"wordprocessingml.document.main+xml", "docx"},
      Sign{"wordprocessingml.template.main+xml", "docx"},
      Sign{"ms-word.document.macroenabled.main+xml", "docx"},
      Sign{"ms-word.template.macroenabledtemplate.main+xml", "docx"},
      Sign{"spreadsheetml.sheet.main+xml", "xlsx"},
      Sign{"spreadsheetml.template.main+xml", "xlsx"},
      Sign{"ms-excel.sheet.macroenabled.main+xml", "xlsx"},
      Sign{"ms-excel.template.macroenabled.main+xml", "xlsx"},
      Sign{"ms-excel.sheet.binary.macroenabled.main", "xlsb"},
      Sign{"presentationml.presentation.main+xml", "pptx"},
      Sign{"presentationml.slideshow.main+xml", "pptx"},
      Sign{"presentationml.template.main+xml", "pptx"},
      Sign{"ms-powerpoint.presentation.macroenabled.main+xml", "pptx"},
      Sign{"ms-powerpoint.slideshow.macroenabled.main+xml", "pptx"},
      Sign{"ms-powerpoint.template.macroenabled.main+xml", "pptx"},
      Sign{"ms-visio.drawing.main+xml", "vsdx"},
      Sign{"xps-fixeddocumentsequence+xml", "xps"},
  };
  for (const Sign& sign : kSigns) {
    if (content_types.find(sign.content_type) != std::string::npos) {
      return std::string(sign.file_type);
    }
  }
  return "bin";  // some other Open Packaging document: not a plain archive
}

// What an OpenDocument manifest says of the whole file: an entry "mimetype" is not required.
std::string manifest_type(const std::string& manifest) {
  try {
    const XmlDocument document = parse_xml(manifest, Doctype::NoSubset);
    for (const xmlNode* node = ::xmlDocGetRootElement(document.get())->children; node != nullptr;
         node = node->next) {
      if (attribute(node, "full-path") == "/") return std::string(attribute(node, "media-type"));
    }
  } catch (const XmlError&) {
    // No OpenDocument manifest: that of a Java archive has the same name.
  }
  return {};
}

}  // namespace

std::string open_document_type(std::string_view content_type) {
  const std::string mime = ascii_lower(trim(content_type));
  constexpr std::array kSigns{
      Sign{"application/vnd.oasis.opendocument.text", "odt"},
      Sign{"application/vnd.oasis.opendocument.spreadsheet", "ods"},
      Sign{"application/vnd.oasis.opendocument.presentation", "odp"},
      Sign{"application/vnd.oasis.opendocument.graphics", "odg"},
      Sign{"application/vnd.oasis.opendocument.base", "odb"},
      Sign{"application/vnd.oasis.opendocument.database", "odb"},
      Sign{"application/vnd.oasis.opendocument.", "bin"},  // charts, formulas, pictures
      Sign{"application/vnd.sun.xml.writer", "sxw"},
      Sign{"application/vnd.sun.xml.calc", "sxc"},
      Sign{"application/vnd.sun.xml.impress", "sxi"},
      Sign{"application/vnd.sun.xml.", "bin"},
      Sign{"application/epub+zip", "epub"},
  };
  for (const Sign& sign : kSigns) {
    if (mime.starts_with(sign.content_type)) return std::string(sign.file_type);
  }
  return {};
}

std::string container_type(const ZipArchive& zip, std::string_view name) {
  if (const ZipEntry* types = zip.find("[Content_Types].xml")) {
    return office_type(marker_text(*types));
  }
  if (const ZipEntry* mime = zip.find("mimetype")) {
    std::string type = open_document_type(marker_text(*mime));
    if (!type.empty()) return type;
  }
  if (const ZipEntry* manifest = zip.find("META-INF/manifest.xml")) {
    std::string type = open_document_type(manifest_type(marker_text(*manifest)));
    if (!type.empty()) return type;
  }
  if (const ZipEntry* container = zip.find("META-INF/container.xml")) {
    if (marker_text(*container).find("application/oebps-package+xml") != std::string::npos) {
      return "epub";
    }
  }
  return package_type(zip, name);
}

std::string_view unpacked_as(std::string_view bytes, std::string_view name) {
  const std::string_view type = archive_type(bytes);
  if (type.empty() && begins_like_compound(bytes)) {
    return compound_type(bytes, name) == "msg" ? "msg" : "";
  }
  if (type.empty()) {
    const std::string_view mail = mail_type(bytes, name);
    return mail == "mhtml" ? "" : mail;
  }
  if (type != "zip") return type;
  try {
    return container_type(ZipArchive(bytes), name) == "zip" ? type : "";
  } catch (const ZipError&) {
    // Refused as an archive if its name says so; else it fails later as the document it claims.
    return extension_of(name) == "zip" ? type : "";
  }
}

}  // namespace assay::extract
