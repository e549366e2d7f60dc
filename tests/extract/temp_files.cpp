// SPDX-License-Identifier: Apache-2.0
// Creates memfd documents, and scripts in the temporary directory.
#include "tests/extract/temp_files.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace assay::test {

FileDescriptor document(std::string_view content) {
  FileDescriptor file(::memfd_create("document", MFD_CLOEXEC));
  if (!file.open()) throw IoError("memfd_create", errno);
  write_all(file.get(), content);
  return file;
}

Script::Script(const std::string& commands) {
  directory_ = (std::filesystem::temp_directory_path() / "assay-extract-XXXXXX").string();
  if (::mkdtemp(directory_.data()) == nullptr) throw IoError("mkdtemp", errno);
  path_ = directory_ + "/script";
  {
    std::ofstream file(path_);
    file << "#!/bin/sh\n" << commands << "\n";
  }
  if (::chmod(path_.c_str(), 0700) != 0) throw IoError("chmod", errno);
}

Script::~Script() {
  std::error_code ignored;  // nothing a test could do about it
  std::filesystem::remove_all(directory_, ignored);
}

}  // namespace assay::test
