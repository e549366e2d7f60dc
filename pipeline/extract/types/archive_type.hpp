// SPDX-License-Identifier: Apache-2.0
// Recognises archives by their first bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::extract {

// As many bytes tell an archive from a document.
inline constexpr std::size_t kArchiveHeadBytes = 512;

// "zip", "tar", "7z", "gz", "bz2" or "xz"; empty if the bytes begin like none of them. A ZIP may
// still be a document (container_type), and what is compressed may be a TAR or a single file.
[[nodiscard]] std::string_view archive_type(std::string_view bytes);

}  // namespace assay::extract
