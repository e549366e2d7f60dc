// SPDX-License-Identifier: Apache-2.0
// A file of requirements of any known format to packs and mappings. The one way in, for the API and
// for assayctl.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/extractor.hpp"
#include "db/packs/import.hpp"

namespace assay::packs {

// What the caller wants the pack and its version to be called, in place of what the file says.
struct Names {
  std::optional<std::string> pack;
  std::optional<std::string> version;
};

// Tells the format by content: native JSON, OSCAL JSON, CISO Assistant library YAML, XLSX or CSV.
// A pack of a format without names is called like the file, and its version is left to the store.
// fd: a regular file. XLSX is read by assay-extract alone.
//
// Every pack that comes back can be stored: labels and numbers occur once, texts fit, and the
// requirements of a criterion stand together. Errors: 400 with the path or line; 415 for a file of
// no known format; 422 as for uploads.
[[nodiscard]] Result<Import> import_file(int fd, std::string_view file_name, const Names& names,
                                         const Extractor& extractor);

}  // namespace assay::packs
