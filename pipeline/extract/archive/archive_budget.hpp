// SPDX-License-Identifier: Apache-2.0
// Holds the limits of a whole tree of archives.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/extract/extract_protocol.hpp"

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
  // Checks as if so many more bytes had come.
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

}  // namespace assay::extract
