// SPDX-License-Identifier: Apache-2.0
// A file inside an uploaded archive, as the archive reader found it.
#pragma once

#include <string>

namespace assay {

struct ArchiveFile {
  // Valid UTF-8, relative, without "." and ".." parts. Files of nested archives are prefixed with
  // the archive's path ("inner.zip/notes.txt").
  std::string path;
  std::string sha256;    // lower-case hex; empty if the file is left out
  std::string left_out;  // why it does not become a document; empty if it does
};

}  // namespace assay
