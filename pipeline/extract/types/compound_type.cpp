// SPDX-License-Identifier: Apache-2.0
// Detects a compound file's document type by the streams that every such document must have.
#include <algorithm>
#include <array>
#include <string>

#include "pipeline/extract/compound/compound_file.hpp"
#include "pipeline/extract/types/file_types.hpp"

namespace assay::extract {
namespace {

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
