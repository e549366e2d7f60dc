// SPDX-License-Identifier: Apache-2.0
// Reads a requirements file of any known format into packs and mappings. The only way to import,
// for the API and for assayctl.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/extract/extractor.hpp"
#include "core/packs/pack_content.hpp"

namespace assay::packs {

// The caller's names for the pack and its version, which override those in the file.
struct Names {
  std::optional<std::string> pack;
  std::optional<std::string> version;
};

// Detects the format by content: native JSON, OSCAL JSON, CISO Assistant library YAML, XLSX or CSV.
// A pack of a format without names takes the file's name, and the store chooses its version. fd: a
// regular file. Only assay-extract reads XLSX.
//
// Every pack returned can be stored: labels and numbers are unique, texts fit, and the requirements
// of a criterion are together. Errors: 400 with the path or line; 415 for an unknown format; 422 as
// for uploads.
[[nodiscard]] Result<Import> import_file(int fd, std::string_view file_name, const Names& names,
                                         const Extractor& extractor);

}  // namespace assay::packs
