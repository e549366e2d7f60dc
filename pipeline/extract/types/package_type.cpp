// SPDX-License-Identifier: Apache-2.0
// Looks for the entries that each kind has.
#include "pipeline/extract/types/package_type.hpp"

#include <algorithm>

#include "pipeline/extract/types/file_types.hpp"

namespace assay::extract {
namespace {

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

}  // namespace

std::string package_type(const ZipArchive& zip, std::string_view name) {
  if (std::string type = iwork_type(zip, name); !type.empty()) return type;
  if (zip.find("AndroidManifest.xml") != nullptr && zip.find("classes.dex") != nullptr)
    return "apk";
  if (zip.find("META-INF/MANIFEST.MF") != nullptr) return "jar";
  if (zip.find("doc.kml") != nullptr) return "kmz";
  return declares_type(zip) ? "bin" : "zip";
}

}  // namespace assay::extract
