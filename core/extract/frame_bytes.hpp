// SPDX-License-Identifier: Apache-2.0
// Writes and reads the numbers and texts of a frame's payload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/extract/extract_protocol.hpp"
#include "core/json/utf8.hpp"

namespace assay::frames {

inline constexpr std::size_t kBlockBytes = 10;
inline constexpr std::size_t kPageBytes = 28;  // of a page, without text, blocks, words, label

inline void put_u32(std::size_t value, std::string& out) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<char>(static_cast<unsigned char>((value >> shift) & 0xFFU)));
  }
}

// Reads forward through a payload; reading beyond its end makes it permanently bad.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  [[nodiscard]] std::string_view take(std::size_t count) {
    if (rest_.size() < count) {
      good_ = false;
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  [[nodiscard]] std::uint32_t u32() {
    std::uint32_t value = 0;
    const std::string_view bytes = take(4);
    for (std::size_t i = bytes.size(); i > 0; --i) {
      value = (value << 8U) | static_cast<unsigned char>(bytes[i - 1]);
    }
    return value;
  }
  [[nodiscard]] unsigned u8() {
    const std::string_view byte = take(1);
    return byte.empty() ? 0U : static_cast<unsigned char>(byte.front());
  }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  [[nodiscard]] bool good() const { return good_; }

 private:
  std::string_view rest_;
  bool good_ = true;
};

[[nodiscard]] inline bool is_control(char32_t code) {
  return (code < 0x20 && !is_space(code)) || (code >= 0x7F && code < 0xA0);
}

// Valid UTF-8 without control characters, and not empty.
[[nodiscard]] inline bool shown_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    bool bad = false;
    const char32_t code = utf8::next(text, at, &bad);
    if (bad || is_control(code)) return false;
  }
  return !text.empty();
}

}  // namespace assay::frames
