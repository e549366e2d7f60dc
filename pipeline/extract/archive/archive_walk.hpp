// SPDX-License-Identifier: Apache-2.0
// Unpacks a ZIP to its documents, nested ZIPs included, under one budget for everything.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/extract/extract_protocol.hpp"
#include "core/extract/extractor.hpp"

namespace assay::extract {

struct ArchiveLimits {
  std::int64_t depth = frames::kMaxArchiveDepth;
  std::int64_t files = frames::kMaxArchiveFiles;
  std::int64_t bytes = frames::kMaxArchiveBytes;  // inflated, including nested archives' own bytes
};

// Passes every file to the sink, with its path, in which characters that nobody can see are
// replaced (utf8::shown): the archive names its files, and a name is no reason to lose one. So two
// files may have one path. Leaves out entries that operating systems add
// (__MACOSX, .DS_Store, Thumbs.db), the first kMaxLeftOut by name. Never writes to a file system.
// Throws ReadFailure (ArchiveLimit, ArchiveUnsafe, or Empty if it holds no file).
void unpack_archive(std::string_view bytes, const ArchiveLimits& limits, FileSink& sink);
// Unpacks but only hashes the output: a complete check, and a list of the archive's contents.
[[nodiscard]] std::vector<ArchiveFile> list_archive(std::string_view bytes,
                                                    const ArchiveLimits& limits);

}  // namespace assay::extract
