// SPDX-License-Identifier: Apache-2.0
// Recognises ZIP containers that belong to one program and declare no type.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/extract/zip/zip_archive.hpp"

namespace assay::extract {

// "pages", "numbers", "key", "apk", "jar", "kmz"; "bin" for a container of another program; "zip"
// for a plain archive.
[[nodiscard]] std::string package_type(const ZipArchive& zip, std::string_view name);

}  // namespace assay::extract
