// SPDX-License-Identifier: Apache-2.0
// Follows the chain of directories of a TIFF file.
#include "pipeline/extract/ocr/picture.hpp"

#include <algorithm>
#include <optional>

namespace assay::extract {
namespace {

constexpr std::uint64_t kWidthTag = 256;
constexpr std::uint64_t kHeightTag = 257;
constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 32U;

// Bytes of a value of that type: SHORT, LONG8, or LONG for all others.
std::uint64_t bytes_of_type(std::uint64_t type) {
  constexpr std::uint64_t kShort = 3;
  constexpr std::uint64_t kLong8 = 16;
  return type == kShort ? 2 : type == kLong8 ? 8 : 4;
}

class TiffFile {
 public:
  explicit TiffFile(std::string_view bytes) : bytes_(bytes), big_endian_(bytes.starts_with("MM")) {
    const auto version = number(2, 2);
    large_ = version == 43;
    valid_ = (bytes.starts_with("II") || big_endian_) && (version == 42 || large_);
  }

  [[nodiscard]] std::vector<TiffPage> pages() const {
    std::vector<TiffPage> found;
    if (!valid_) return found;
    const std::size_t most = bytes_.size() / (count_size() + entry_size() + offset_size());
    auto next = number(large_ ? 8 : 4, offset_size());
    while (next && *next > 0 && found.size() < most) {
      const std::uint64_t directory = *next;
      const auto entries = number(directory, count_size());
      if (!entries || *entries > bytes_.size() / entry_size()) break;
      const std::uint64_t first = directory + count_size();
      const std::uint64_t end = first + *entries * entry_size();
      next = number(end, offset_size());
      if (!next) break;
      TiffPage page{static_cast<std::size_t>(directory), 0, 0};
      for (std::uint64_t at = first; at < end; at += entry_size()) read_size(at, page);
      found.push_back(page);
    }
    return found;
  }

 private:
  [[nodiscard]] std::uint64_t count_size() const { return large_ ? 8 : 2; }
  [[nodiscard]] std::uint64_t entry_size() const { return large_ ? 20 : 12; }
  [[nodiscard]] std::uint64_t offset_size() const { return large_ ? 8 : 4; }

  // nullopt outside the file.
  [[nodiscard]] std::optional<std::uint64_t> number(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || size > bytes_.size() - at) return std::nullopt;
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t place = big_endian_ ? at + i : at + size - 1 - i;
      value = value << 8U | static_cast<unsigned char>(bytes_[static_cast<std::size_t>(place)]);
    }
    return value;
  }

  // at: an entry that is inside the file. Of sizes given twice, the larger one counts.
  void read_size(std::uint64_t at, TiffPage& page) const {
    const auto tag = number(at, 2);
    if (tag != kWidthTag && tag != kHeightTag) return;
    const std::uint64_t size =
        std::min(bytes_of_type(number(at + 2, 2).value_or(0)), offset_size());
    const auto value = number(at + entry_size() - offset_size(), size).value_or(0);
    std::int64_t& side = tag == kWidthTag ? page.width : page.height;
    side = std::max(side, static_cast<std::int64_t>(std::min(value, kMaxSize)));
  }

  std::string_view bytes_;
  bool big_endian_;
  bool large_ = false;
  bool valid_ = false;
};

}  // namespace

std::vector<TiffPage> tiff_pages(std::string_view bytes) {
  return TiffFile(bytes).pages();
}

}  // namespace assay::extract
