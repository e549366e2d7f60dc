// SPDX-License-Identifier: Apache-2.0
// Writes small TAR and 7z archives for tests, and compresses them.
#pragma once

#include <archive.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/c_handle.hpp"

namespace assay::test {

class PackedBuilder {
 public:
  // format: "tar", "7z" or "raw" (one file). filter: "gz", "bz2", "xz" or empty.
  explicit PackedBuilder(const std::string& format, const std::string& filter = "");

  PackedBuilder& add(const std::string& name, std::string_view content);
  PackedBuilder& directory(const std::string& name);
  PackedBuilder& symbolic_link(const std::string& name, const std::string& target);
  PackedBuilder& hard_link(const std::string& name, const std::string& target);
  PackedBuilder& pipe(const std::string& name);
  // A file of that size in which only the content from `at` on is stored.
  PackedBuilder& sparse(const std::string& name, std::int64_t size, std::int64_t at,
                        std::string_view content);
  // Ends the archive.
  [[nodiscard]] std::string build();

 private:
  static la_ssize_t append(archive* writer, void* out, const void* data, std::size_t size);
  void check(la_ssize_t result) const;

  std::string out_;
  CHandle<archive, archive_write_free> writer_;
};

// One file, compressed.
[[nodiscard]] std::string compressed(std::string_view content, const std::string& filter);
// A header of a TAR with the right sum. size: its 12 bytes.
[[nodiscard]] std::string tar_header(std::string_view name, std::string_view size);

}  // namespace assay::test
