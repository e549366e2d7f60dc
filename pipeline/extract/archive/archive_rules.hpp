// SPDX-License-Identifier: Apache-2.0
// Rules for archives: the limits of a whole tree of archives, how the names of members are shown,
// and which names are refused or left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/extract/extract_protocol.hpp"
#include "pipeline/extract/archive/container.hpp"

namespace assay::extract {

struct ArchiveLimits {
  std::int64_t depth = frames::kMaxArchiveDepth;
  std::int64_t files = frames::kMaxArchiveFiles;
  std::int64_t bytes = frames::kMaxArchiveBytes;  // unpacked, including nested archives' own bytes
};

class ArchiveBudget {
 public:
  // noun: of the uploaded archive, for messages. All members throw ReadFailure (ArchiveLimit).
  ArchiveBudget(const ArchiveLimits& limits, std::string_view noun)
      : limits_(limits), noun_(noun) {}

  void enter_archive(std::int64_t depth);
  void add_file();
  void add_bytes(std::uint64_t count);
  // Checks as if this many more bytes had arrived.
  void check_room_for(std::uint64_t count) const;

  [[nodiscard]] std::int64_t files() const { return files_; }
  [[nodiscard]] std::uint64_t room() const {
    return bytes_ >= limits_.bytes ? 0 : static_cast<std::uint64_t>(limits_.bytes - bytes_);
  }

 private:
  void check_files() const;

  ArchiveLimits limits_;
  std::string_view noun_;
  std::int64_t files_ = 0;
  std::int64_t archives_ = 0;
  std::int64_t bytes_ = 0;
};

// The path under which people see a member: "./a//b" is "a/b", a directory has no slash at its end,
// and characters that nobody can see are replaced. Throws ContainerError if the name is absolute,
// leads outside of the archive or cannot be used. Empty for the archive's root, a directory.
[[nodiscard]] std::string member_path(const Member& member);

// Whether operating systems add such files by themselves.
[[nodiscard]] bool added_by_system(std::string_view path);

}  // namespace assay::extract
