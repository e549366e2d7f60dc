// SPDX-License-Identifier: Apache-2.0
// Asks the kernel for a file system's figures.
#include "core/blob/disk_space.hpp"

#include <sys/statvfs.h>

#include <cerrno>

#include "core/base/io.hpp"

namespace assay {

DiskSpace disk_space(const std::string& path) {
  struct statvfs figures {};
  if (::statvfs(path.c_str(), &figures) != 0) throw IoError("statvfs " + path, errno);
  const auto bytes = [&figures](fsblkcnt_t blocks) {
    return static_cast<std::int64_t>(blocks) * static_cast<std::int64_t>(figures.f_frsize);
  };
  return {bytes(figures.f_blocks), bytes(figures.f_bavail)};
}

}  // namespace assay
