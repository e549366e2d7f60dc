// SPDX-License-Identifier: Apache-2.0
// Decodes the characters of RTF: bytes in the code page of the font, and UTF-16 units.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::extract {

// A code page's number as Windows counts them. kSymbols: characters are drawings of the font.
inline constexpr int kRtfSymbols = 42;

// Leaves out the drawings of symbol fonts, which have no text; bullets aside.
[[nodiscard]] std::string without_drawings(std::string_view text);

// The fonts' code pages (\fcharset, \cpg).
class RtfFonts {
 public:
  void begin(int font) { current_ = font; }
  void charset(int number);
  void code_page(int number);
  // 0 if the font uses that of the document.
  [[nodiscard]] int code_page_of(int font) const;

 private:
  int current_ = 0;
  std::map<int, int> pages_;
};

// Collects text as UTF-8.
class RtfCharacters {
 public:
  // Bytes of a code page. Those of one character may come in several calls.
  void bytes(std::string_view bytes, int code_page);
  // A UTF-16 unit, or a code point beyond them.
  void unit(int value);
  void text(std::string_view utf8);
  // What was collected.
  [[nodiscard]] std::string take();
  [[nodiscard]] bool empty() const { return text_.empty() && pending_.empty() && high_ == 0; }

 private:
  void flush();
  void decode(std::string_view bytes, int code_page);
  const std::vector<std::string>& upper_half(int code_page);

  std::string text_;
  std::string pending_;
  int pending_page_ = 0;
  int high_ = 0;                                    // a surrogate that waits for the other one
  std::map<int, std::vector<std::string>> halves_;  // of code pages of one byte; empty for others
};

}  // namespace assay::extract
