// SPDX-License-Identifier: Apache-2.0
// Lists the types Assay knows by name, whether or not it can read them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/vocabularies.hpp"

namespace assay::extract {

struct FileType {
  std::string_view name;
  std::string_view content_type;  // also libmagic's answer, if it can tell
  std::string_view description;
};

inline constexpr std::array kFileTypes{
    FileType{"pdf", "application/pdf", "a PDF"},
    FileType{"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
             "a Word document (DOCX)"},
    FileType{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
             "an Excel workbook (XLSX)"},
    FileType{"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation",
             "a PowerPoint presentation (PPTX)"},
    FileType{"xlsb", "application/vnd.ms-excel.sheet.binary.macroenabled.12",
             "a binary Excel workbook (XLSB)"},
    FileType{"vsdx", "application/vnd.ms-visio.drawing", "a Visio drawing (VSDX)"},
    FileType{"odt", "application/vnd.oasis.opendocument.text", "an OpenDocument text (ODT)"},
    FileType{"ods", "application/vnd.oasis.opendocument.spreadsheet",
             "an OpenDocument spreadsheet (ODS)"},
    FileType{"odp", "application/vnd.oasis.opendocument.presentation",
             "an OpenDocument presentation (ODP)"},
    FileType{"odg", "application/vnd.oasis.opendocument.graphics", "an OpenDocument drawing (ODG)"},
    FileType{"odb", "application/vnd.oasis.opendocument.base", "an OpenDocument database (ODB)"},
    FileType{"sxw", "application/vnd.sun.xml.writer", "an OpenOffice 1.0 text (SXW)"},
    FileType{"sxc", "application/vnd.sun.xml.calc", "an OpenOffice 1.0 spreadsheet (SXC)"},
    FileType{"sxi", "application/vnd.sun.xml.impress", "an OpenOffice 1.0 presentation (SXI)"},
    FileType{"pages", "application/vnd.apple.pages", "an Apple Pages document"},
    FileType{"numbers", "application/vnd.apple.numbers", "an Apple Numbers spreadsheet"},
    FileType{"key", "application/vnd.apple.keynote", "an Apple Keynote presentation"},
    FileType{"xps", "application/oxps", "an XPS document"},
    FileType{"skp", "application/vnd.sketchup.skp", "a SketchUp model"},
    FileType{"epub", "application/epub+zip", "an EPUB book"},
    FileType{"jar", "application/java-archive", "a Java archive"},
    FileType{"apk", "application/vnd.android.package-archive", "an Android application (APK)"},
    FileType{"kmz", "application/vnd.google-earth.kmz", "a map (KMZ)"},
    FileType{"zip", "application/zip", "a ZIP archive"},
    FileType{"md", "text/markdown", "Markdown text"},
    FileType{"txt", "text/plain", "plain text"},
    FileType{"html", "text/html", "an HTML page"},
    FileType{"csv", "text/csv", "a CSV table"},
    FileType{"tsv", "text/tab-separated-values", "a TSV table"},
    FileType{"json", "application/json", "JSON data"},
    FileType{"xml", "application/xml", "XML data"},
    FileType{"rtf", "text/rtf", "an RTF document"},
    FileType{"eml", "message/rfc822", "an e-mail message (EML)"},
    FileType{"mbox", "application/mbox", "a mailbox (MBOX)"},
    FileType{"mhtml", "multipart/related", "a saved web page (MHTML)"},
    FileType{"vcf", "text/vcard", "a list of contacts (VCF)"},
    FileType{"ics", "text/calendar", "a calendar (ICS)"},
    FileType{"doc", "application/msword", "a Word 97-2003 document (DOC)"},
    FileType{"xls", "application/vnd.ms-excel", "an Excel 97-2003 workbook (XLS)"},
    FileType{"ppt", "application/vnd.ms-powerpoint", "a PowerPoint 97-2003 presentation (PPT)"},
    FileType{"msg", "application/vnd.ms-outlook", "an Outlook message (MSG)"},
    FileType{"vsd", "application/vnd.visio", "a Visio 2000-2010 drawing (VSD)"},
    FileType{"mpp", "application/vnd.ms-project", "a Project plan (MPP)"},
    FileType{"pub", "application/vnd.ms-publisher", "a Publisher document (PUB)"},
    FileType{"wps", "application/vnd.ms-works", "a Works document (WPS)"},
    FileType{"hwp", "application/x-hwp", "a Hangul document (HWP)"},
    FileType{"msi", "application/x-msi", "a Windows installer (MSI)"},
    FileType{"png", "image/png", "a PNG image"},
    FileType{"jpeg", "image/jpeg", "a JPEG image"},
    FileType{"tiff", "image/tiff", "a TIFF image"},
    FileType{"gif", "image/gif", "a GIF image"},
    FileType{"bmp", "image/bmp", "a BMP image"},
    FileType{"webp", "image/webp", "a WebP image"},
    FileType{"svg", "image/svg+xml", "an SVG image"},
    FileType{"7z", "application/x-7z-compressed", "a 7-Zip archive"},
    FileType{"rar", "application/x-rar", "a RAR archive"},
    FileType{"tar", "application/x-tar", "a TAR archive"},
    FileType{"gz", "application/gzip", "a GZIP archive"},
    FileType{"bz2", "application/x-bzip2", "a BZIP2 archive"},
    FileType{"xz", "application/x-xz", "an XZ archive"},
    FileType{"zst", "application/zstd", "a Zstandard archive"},
    FileType{"lz4", "application/x-lz4", "an LZ4 archive"},
    FileType{"lzip", "application/x-lzip", "an LZIP archive"},
    FileType{"z", "application/x-compress", "a file of the program compress (Z)"},
    FileType{"lha", "application/x-lha", "an LHA archive"},
    FileType{"arj", "application/x-arj", "an ARJ archive"},
    FileType{"cpio", "application/x-cpio", "a CPIO archive"},
    FileType{"cab", "application/vnd.ms-cab-compressed", "a Windows cabinet archive (CAB)"},
    FileType{"iso", "application/x-iso9660-image", "an image of a disc (ISO)"},
    FileType{"bin", "application/octet-stream", "data of an unknown kind"},
};
// Documents are filtered by these names.
static_assert(kFileTypes.size() == kFileTypeNames.size() &&
                  std::all_of(kFileTypes.begin(), kFileTypes.end(),
                              [](const FileType& type) {
                                return in_vocabulary(kFileTypeNames, type.name);
                              }),
              "core/base/vocabularies.hpp has the same names");

}  // namespace assay::extract
