// SPDX-License-Identifier: Apache-2.0
// Follows the chain of the directory's sectors ([MS-CFB] 2.2 to 2.6), and its tree without calling
// itself.
#include "pipeline/extract/compound/compound_directory.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pipeline/extract/compound/little_endian.hpp"

namespace assay::extract {
namespace {

constexpr std::uint32_t kLastSector = 0xFFFFFFFA;  // what is above marks ends and holes
constexpr std::size_t kListedInHeader = 109;
constexpr std::size_t kEntry = 128;
constexpr unsigned kStream = 2;
constexpr std::size_t kMaxDirectoryEntries = 100'000;
// Some programs chain all entries of a folder.
constexpr std::size_t kMaxDepth = 10'000;

class Sectors {
 public:
  explicit Sectors(std::string_view bytes) : bytes_(bytes), shift_(le_u16(bytes, 30)) {
    constexpr unsigned kSmallest = 7;
    constexpr unsigned kLargest = 16;
    if (shift_ < kSmallest || shift_ > kLargest) throw CompoundError("has sectors of no size");
    list_tables();
  }
  // Those of a chain. Throws CompoundError if it goes round in a circle.
  [[nodiscard]] std::vector<std::uint32_t> chain(std::uint32_t first) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t at = first; at <= kLastSector; at = next(at)) {
      if (found.size() > bytes_.size() >> shift_) throw CompoundError("has sectors in a circle");
      found.push_back(at);
    }
    return found;
  }
  // The last sector may be cut short.
  [[nodiscard]] std::string_view sector(std::uint32_t number) const {
    const std::uint64_t at = (std::uint64_t{number} + 1) << shift_;
    if (at >= bytes_.size()) throw CompoundError("ends before its directory");
    return bytes_.substr(static_cast<std::size_t>(at), std::size_t{1} << shift_);
  }

 private:
  // The tables of following sectors: the first in the header, others in sectors of their own.
  void list_tables() {
    for (std::size_t i = 0; i < kListedInHeader; ++i) tables_.push_back(le_u32(bytes_, 76 + i * 4));
    const std::size_t listed = (std::size_t{1} << shift_) / 4 - 1;
    std::size_t lists = 0;
    for (std::uint32_t at = le_u32(bytes_, 68); at <= kLastSector;) {
      if (++lists > bytes_.size() >> shift_) throw CompoundError("has sectors in a circle");
      const std::string_view list = sector(at);
      for (std::size_t i = 0; i < listed; ++i) tables_.push_back(le_u32(list, i * 4));
      at = le_u32(list, listed * 4);
    }
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t number) const {
    const std::size_t listed = (std::size_t{1} << shift_) / 4;
    if (number / listed >= tables_.size()) throw CompoundError("ends before its directory");
    return le_u32(sector(tables_[number / listed]), number % listed * 4);
  }

  std::string_view bytes_;
  unsigned shift_;
  std::vector<std::uint32_t> tables_;
};

}  // namespace

void check_compound_directory(std::string_view bytes) {
  const Sectors sectors(bytes);
  std::vector<std::string_view> entries;
  for (const std::uint32_t number : sectors.chain(le_u32(bytes, 48))) {
    const std::string_view sector = sectors.sector(number);
    for (std::size_t at = 0; at + kEntry <= sector.size(); at += kEntry) {
      entries.push_back(sector.substr(at, kEntry));
    }
    if (entries.size() > kMaxDirectoryEntries) throw CompoundError("has more than 100,000 parts");
  }
  std::vector<bool> seen(entries.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> open{{0, 0}};  // entries and their depth
  while (!open.empty()) {
    const auto [entry, depth] = open.back();
    open.pop_back();
    if (entry >= entries.size() || seen[entry]) continue;
    if (depth > kMaxDepth) throw CompoundError("has a directory without end");
    seen[entry] = true;
    // The library would leave it out without a word.
    if (le_u8(entries[entry], 66) == kStream && le_u32(entries[entry], 120) > bytes.size()) {
      throw CompoundError("names a part that is larger than the file");
    }
    for (const std::size_t branch : {68, 72, 76}) {
      open.emplace_back(le_u32(entries[entry], branch), depth + 1);
    }
  }
}

}  // namespace assay::extract
