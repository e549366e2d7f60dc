// SPDX-License-Identifier: Apache-2.0
// Takes a ZIP apart down to its documents, nested ZIPs included, under one budget for all of it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/extract_protocol.hpp"
#include "core/extractor.hpp"

namespace assay::extract {

struct ArchiveLimits {
  std::int64_t depth = frames::kMaxArchiveDepth;
  std::int64_t files = frames::kMaxArchiveFiles;
  std::int64_t bytes = frames::kMaxArchiveBytes;  // inflated, nested archives' own bytes included
};

// Every file to the sink, with its path; entries that operating systems add (__MACOSX, .DS_Store,
// Thumbs.db) are left out, the first kMaxLeftOut by name. Nothing is ever written to a file system.
// Throws ReadFailure (ArchiveLimit, ArchiveUnsafe, or Empty when it holds no file).
void unpack_archive(std::string_view bytes, const ArchiveLimits& limits, FileSink& sink);
// The same, with what comes out only hashed: a complete check, and what the archive holds.
[[nodiscard]] std::vector<ArchiveFile> list_archive(std::string_view bytes,
                                                    const ArchiveLimits& limits);

}  // namespace assay::extract
