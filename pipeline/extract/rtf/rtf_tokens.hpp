// SPDX-License-Identifier: Apache-2.0
// Cuts RTF (Rich Text Format Specification 1.9.1) into groups, control words and text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::extract {

struct RtfToken {
  enum class Kind : std::uint8_t {
    Open,    // {
    Close,   // }
    Word,    // \name or \nameN
    Symbol,  // a backslash and a character that is no letter: text is that character
    Byte,    // \'hh: value is the byte
    Text,    // plain characters, line ends left out
    Binary,  // the bytes of \bin: no text
  };
  Kind kind = Kind::Text;
  std::string_view text;  // of Text and Symbol; the name of a Word
  int value = 0;          // of Byte, and of a Word that has a number
  bool has_value = false;
  // The number of a word that switches something on: 0 switches it off.
  [[nodiscard]] bool on() const { return !has_value || value != 0; }
};

// Never reads beyond the end, whatever lengths the document states.
class RtfTokens {
 public:
  // bytes must outlive the tokens.
  explicit RtfTokens(std::string_view bytes) : bytes_(bytes) {}
  // nullopt at the end.
  [[nodiscard]] std::optional<RtfToken> next();

 private:
  [[nodiscard]] RtfToken control();
  [[nodiscard]] RtfToken word();

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t binary_ = 0;  // bytes that the last word announced
};

}  // namespace assay::extract
