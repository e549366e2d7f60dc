// SPDX-License-Identifier: Apache-2.0
// A dictionary of the last 4,096 bytes, which begins with usual words of RTF.
#include "pipeline/extract/legacy/compressed_rtf.hpp"

#include <algorithm>
#include <array>

#include "pipeline/extract/compound/little_endian.hpp"

namespace assay::extract {
namespace {

constexpr std::string_view kUsualWords =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    "\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    "\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
constexpr std::uint32_t kCompressedRtf = 0x75465A4C;
constexpr std::uint32_t kStoredRtf = 0x414C454D;
constexpr std::size_t kRtfHeader = 16;
constexpr std::size_t kDictionary = 4096;

class RtfDictionary {
 public:
  RtfDictionary() {
    std::ranges::copy(kUsualWords, bytes_.begin());
    write_ = kUsualWords.size();
  }
  void add(char c, std::string& out) {
    out += c;
    bytes_.at(write_) = c;
    write_ = (write_ + 1) % kDictionary;
  }
  void repeat(std::size_t from, std::size_t length, std::string& out) {
    for (std::size_t i = 0; i < length; ++i) add(bytes_.at((from + i) % kDictionary), out);
  }
  [[nodiscard]] std::size_t end() const { return write_; }

 private:
  std::array<char, kDictionary> bytes_{};
  std::size_t write_ = 0;
};

}  // namespace

std::string decompressed_rtf(std::string_view bytes) {
  const std::uint32_t form = le_u32(bytes, 8);
  const std::string_view data = part_of(bytes, kRtfHeader, bytes.size() - kRtfHeader);
  if (form == kStoredRtf) return std::string(data);
  if (form != kCompressedRtf) throw CompoundError("has rich text of an unknown form");
  std::string out;
  RtfDictionary dictionary;
  for (std::size_t at = 0; at < data.size();) {
    const unsigned control = le_u8(data, at++);
    for (unsigned bit = 0; bit < 8 && at < data.size(); ++bit) {
      if ((control >> bit & 1U) == 0) {
        dictionary.add(data[at++], out);
        continue;
      }
      if (at + 2 > data.size()) return out;
      const unsigned reference =
          (static_cast<unsigned>(le_u8(data, at)) << 8U) | le_u8(data, at + 1);
      at += 2;
      if (reference >> 4U == dictionary.end()) return out;
      dictionary.repeat(reference >> 4U, (reference & 0x0FU) + 2, out);
    }
  }
  return out;
}

}  // namespace assay::extract
