// SPDX-License-Identifier: Apache-2.0
// A file inside an uploaded archive, as the reader of the archive found it.
#pragma once

#include <string>

namespace assay {

struct ArchiveFile {
  // Valid UTF-8, relative, without "." and ".." parts; files of nested archives carry the archive's
  // path in front ("inner.zip/notes.txt").
  std::string path;
  std::string sha256;    // lower-case hex; empty for a file that is left out
  std::string left_out;  // why it does not become a document; empty for one that does
};

}  // namespace assay
