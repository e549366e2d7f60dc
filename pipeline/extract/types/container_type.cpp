// SPDX-License-Identifier: Apache-2.0
// Detects the document type of a ZIP container by the parts, and of a compound file by the streams,
// that every such document must have. ZIP containers that belong to one program and declare no type
// are known by their entries.
#include "pipeline/extract/types/file_types.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/page/clean_text.hpp"
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

bool any_begins(const ZipArchive& zip, std::string_view beginning) {
  return std::any_of(
      zip.entries().begin(), zip.entries().end(),
      [beginning](const ZipEntry& entry) { return entry.name.starts_with(beginning); });
}

// Apple's programs: archives of their objects since 2013, XML before. Pages and Numbers differ in
// the objects alone, so their names decide.
std::string iwork_type(const ZipArchive& zip, std::string_view name) {
  const bool objects =
      zip.find("Index/Document.iwa") != nullptr || zip.find("Index.zip") != nullptr;
  const bool slides = any_begins(zip, "Index/Slide") || any_begins(zip, "Index/MasterSlide") ||
                      any_begins(zip, "Index/TemplateSlide");
  const bool xml = zip.find("buildVersionHistory.plist") != nullptr &&
                   (zip.find("index.xml") != nullptr || zip.find("index.xml.gz") != nullptr);
  if (slides || zip.find("index.apxl") != nullptr || zip.find("index.apxl.gz") != nullptr) {
    return "key";
  }
  if (!objects && !xml) return {};
  const std::string extension = extension_of(name);
  return extension == "numbers" || extension == "key" ? extension : "pages";
}

// Other programs put this entry first and uncompressed, so that the file can be recognised.
bool declares_type(const ZipArchive& zip) {
  constexpr unsigned kStoredMethod = 0;
  constexpr std::size_t kLongest = 127;
  if (zip.entries().empty()) return false;
  const ZipEntry& first = zip.entries().front();
  return first.name == "mimetype" && first.method == kStoredMethod &&
         first.stored.size() <= kLongest && first.stored.find('/') != std::string_view::npos &&
         first.stored.find_first_of(" \n") >= first.stored.size() - 1;
}

struct StreamSign {
  std::string_view stream;
  std::string_view file_type;
};
// In this order: documents hold streams of other kinds in folders, never beside their own.
constexpr std::array kStreamSigns{
    StreamSign{"EncryptedPackage", kEncryptedOffice},
    StreamSign{"CryptSession10Container", kEncryptedOffice},
    StreamSign{"EncryptedSummary", kEncryptedOffice},
    StreamSign{"WordDocument", "doc"},
    StreamSign{"Workbook", "xls"},
    StreamSign{"Book", "xls"},
    StreamSign{"PowerPoint Document", "ppt"},
    StreamSign{"PP40", "ppt"},
    StreamSign{"__properties_version1.0", "msg"},
    StreamSign{"VisioDocument", "vsd"},
    StreamSign{"VisioInformation", "vsd"},
    StreamSign{"Quill", "pub"},
    StreamSign{"MatOST", "wps"},
    StreamSign{"HwpSummaryInformation", "hwp"},
    StreamSign{"\005HwpSummaryInformation", "hwp"},
};

bool names_project(const std::string& name) {
  return name == "Props9" || name == "Props12" || name == "Props14";
}

// Installers write their tables' names with characters from U+3800 on, two letters in each; the
// first says that it is a table (U+4840).
bool names_installer_table(const std::string& name) {
  return name.starts_with("\xE4\xA1\x80");
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

std::string package_type(const ZipArchive& zip, std::string_view name) {
  if (std::string type = iwork_type(zip, name); !type.empty()) return type;
  if (zip.find("AndroidManifest.xml") != nullptr && zip.find("classes.dex") != nullptr)
    return "apk";
  if (zip.find("META-INF/MANIFEST.MF") != nullptr) return "jar";
  if (zip.find("doc.kml") != nullptr) return "kmz";
  return declares_type(zip) ? "bin" : "zip";
}

std::string compound_type(std::string_view bytes, std::string_view name) {
  try {
    const CompoundFolder root = CompoundFolder::open(bytes);
    for (const StreamSign& sign : kStreamSigns) {
      if (root.has(sign.stream)) return std::string(sign.file_type);
    }
    if (std::ranges::any_of(root.names(), names_project)) return "mpp";
    if (std::ranges::any_of(root.names(), names_installer_table)) return "msi";
    return "bin";
  } catch (const CompoundError&) {
    // Too broken to look into: only such a name and that of the file are left to go by.
    constexpr std::string_view kEncrypted("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", 32);
    if (bytes.find(kEncrypted) != std::string_view::npos) return std::string(kEncryptedOffice);
    const std::string extension = extension_of(name);
    constexpr std::array<std::string_view, 4> kReadable{"doc", "xls", "ppt", "msg"};
    return std::ranges::find(kReadable, extension) == kReadable.end() ? "bin" : extension;
  }
}

}  // namespace assay::extract
