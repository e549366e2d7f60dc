// SPDX-License-Identifier: Apache-2.0
// Applies a Landlock ruleset (Linux, Documentation/userspace-api/landlock.rst): restricts
// everything that the kernel's version can restrict, except reading three folders.
#include "pipeline/extract/sandbox/sandbox.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "core/base/io.hpp"

namespace assay::extract {
namespace {

// Files that the libraries open depending on the document, so that they cannot be loaded
// beforehand: tables of Chinese, Japanese and Korean fonts, converters of rare character sets, and
// fonts that a page needs but does not hold. They come from the distribution and hold no secrets.
constexpr const char* kReadableFolders[] = {"/usr/share/poppler", ASSAY_GCONV_DIR,
                                            "/usr/share/fonts"};

// struct landlock_ruleset_attr as of version 6. An older kernel accepts the later members if they
// are 0.
struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};

// All rights that the version supports.
Ruleset everything(int landlock) {
  Ruleset ruleset{(1U << 13U) - 1};               // execute to make symbolic links
  if (landlock >= 2) ruleset.files |= 1U << 13U;  // move between folders
  if (landlock >= 3) ruleset.files |= 1U << 14U;  // truncate
  if (landlock >= 4) ruleset.network = 3;         // bind and connect TCP
  if (landlock >= 5) ruleset.files |= 1U << 15U;  // ioctl of devices
  if (landlock >= 6) ruleset.scoped = 3;          // abstract unix sockets, signals
  return ruleset;
}

void allow_reading(const FileDescriptor& ruleset, const char* folder) {
  const FileDescriptor parent(::open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!parent.open()) {
    // Neither package is required; an absent one is not read.
    if (errno == ENOENT) return;
    throw IoError(std::string("open ") + folder, errno);
  }
  const landlock_path_beneath_attr rule{LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
                                        parent.get()};
  if (::syscall(SYS_landlock_add_rule, ruleset.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0U) != 0) {
    throw IoError("landlock_add_rule", errno);
  }
}

}  // namespace

FileDescriptor file_rules(int landlock) {
  const Ruleset rules = everything(landlock);
  FileDescriptor ruleset(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0U)));
  if (!ruleset.open()) throw IoError("landlock_create_ruleset", errno);
  for (const char* folder : kReadableFolders) allow_reading(ruleset, folder);
  return ruleset;
}

void limit_files(const FileDescriptor& rules) {
  if (::syscall(SYS_landlock_restrict_self, rules.get(), 0U) != 0) {
    throw IoError("landlock_restrict_self", errno);
  }
}

}  // namespace assay::extract
