// SPDX-License-Identifier: Apache-2.0
// Reads a ZIP file in memory, trusting it only as far as its central directory, its local headers
// and its bytes agree. For uploaded archives and the containers of office documents.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/page/damaged_input.hpp"

namespace assay::extract {

struct ZipEntry {
  std::string name;  // valid UTF-8; as stored, apart from its encoding
  bool directory = false;
  bool encrypted = false;
  bool special = false;  // a symbolic link, device or the like
  unsigned method = 0;
  std::uint32_t crc = 0;
  std::uint64_t size = 0;   // inflated, as declared
  std::string_view stored;  // the compressed bytes
};

// Why a ZIP is refused; the caller decides what that means for the document.
class ZipError : public DamagedInput {
 public:
  // Completes "The ZIP archive ...": "is cut off", "holds overlapping entries".
  using DamagedInput::DamagedInput;
};

class ZipArchive {
 public:
  // Reads and checks the directory: every entry is inside the file, none overlaps another or the
  // directory, local headers match the directory, and no two entries have the same name. Throws
  // ZipError. bytes must outlive the archive.
  explicit ZipArchive(std::string_view bytes);

  [[nodiscard]] const std::vector<ZipEntry>& entries() const { return entries_; }
  // nullptr if there is none. Names compare without case, like OPC part names.
  [[nodiscard]] const ZipEntry* find(std::string_view name) const;

 private:
  std::vector<ZipEntry> entries_;
};

// Whether the bytes begin like a ZIP (or are an empty one).
[[nodiscard]] bool begins_like_zip(std::string_view bytes);

using Bytes = std::function<void(std::span<const std::byte>)>;
// Inflates the entry piece by piece and checks size and CRC. Throws ZipError on any mismatch, and
// for methods other than stored and deflated.
void inflate(const ZipEntry& entry, const Bytes& sink);

}  // namespace assay::extract
