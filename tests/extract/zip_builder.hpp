// SPDX-License-Identifier: Apache-2.0
// Writes small ZIP files for tests: valid ones and, field by field, invalid ones.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

class ZipBuilder {
 public:
  // The fields of an entry that a test may falsify; the defaults are valid.
  struct Entry {
    std::string name;
    std::string stored;      // the bytes in the file
    std::uint32_t size = 0;  // inflated
    std::uint32_t crc = 0;
    std::uint16_t method = 0;     // 0 stored, 8 deflated
    std::uint16_t flags = 0x800;  // names are UTF-8
    std::uint32_t mode = 0100644;
    std::string local_name;                // the same as name when empty
    std::uint32_t same_offset_as = kNone;  // entry that this one overlaps completely
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  ZipBuilder& add(std::string_view name, std::string_view content);
  ZipBuilder& add_deflated(std::string_view name, std::string_view content);
  ZipBuilder& add_entry(Entry entry);
  // The last entry added, for changes.
  Entry& last() { return entries_.back(); }
  [[nodiscard]] std::string build() const;

 private:
  std::vector<Entry> entries_;
};

[[nodiscard]] std::uint32_t crc32_of(std::string_view content);
[[nodiscard]] std::string deflated(std::string_view content);

}  // namespace assay::test
