// SPDX-License-Identifier: Apache-2.0
// Unpacks an archive to its documents, nested archives of all kinds included, under one budget for
// everything.
#pragma once

#include <string_view>
#include <vector>

#include "core/extract/extractor.hpp"
#include "pipeline/extract/archive/archive_rules.hpp"

namespace assay::extract {

// Passes every file to the sink, with its path, in which characters that nobody can see are
// replaced (utf8::shown): the archive names its files, and a name is no reason to lose one. So two
// files may have one path. Leaves out links and devices, and entries that operating systems add
// (__MACOSX, ._*, .DS_Store, Thumbs.db), the first kMaxLeftOut by name. Never writes to a file
// system. name: the archive's own, which names the file in "notes.txt.gz". Throws ReadFailure
// (ArchiveLimit, ArchiveUnsafe, Encrypted, or Empty if it holds no file).
void unpack_archive(std::string_view bytes, const ArchiveLimits& limits, FileSink& sink,
                    std::string_view name = {});
// Unpacks but only hashes the output: a complete check, and a list of the archive's contents.
[[nodiscard]] std::vector<ArchiveFile> list_archive(std::string_view bytes,
                                                    const ArchiveLimits& limits,
                                                    std::string_view name = {});

}  // namespace assay::extract
