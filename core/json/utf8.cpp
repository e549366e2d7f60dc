// SPDX-License-Identifier: Apache-2.0
// Implements UTF-8 decoding (Unicode 15, table 3-7) and what builds on it.
#include "core/json/utf8.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace assay::utf8 {
namespace {

constexpr bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

struct Range {
  char32_t first;
  char32_t last;
};

bool within(std::span<const Range> ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

// U+0000 to U+001F, U+007F, U+0080 to U+009F.
constexpr bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

constexpr bool parts_lines(char32_t code) {
  return code == U'\n' || code == U'\r' || code == U'\t';
}

struct Lead {
  std::size_t length;
  char32_t bits;
  char32_t smallest;  // encodings of smaller code points are overlong
};

constexpr Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if ((byte & 0xE0U) == 0xC0) return {2, byte & 0x1FU, 0x80};
  if ((byte & 0xF0U) == 0xE0) return {3, byte & 0x0FU, 0x800};
  if ((byte & 0xF8U) == 0xF0) return {4, byte & 0x07U, 0x10000};
  return {0, 0, 0};
}

}  // namespace

char32_t next(std::string_view bytes, std::size_t& at, bool* bad) {
  const Lead lead = lead_of(static_cast<unsigned char>(bytes[at]));
  char32_t code = lead.bits;
  bool good = lead.length > 0 && at + lead.length <= bytes.size();
  for (std::size_t i = 1; good && i < lead.length; ++i) {
    const char c = bytes[at + i];
    good = is_continuation(c);
    code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  }
  good = good && code >= lead.smallest && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  if (!good) {
    if (bad != nullptr) *bad = true;
    ++at;
    return kReplacement;
  }
  at += lead.length;
  return code;
}

void append(char32_t code_point, std::string& out) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6U));
    put(0x80 | (code_point & 0x3FU));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12U));
    put(0x80 | ((code_point >> 6U) & 0x3FU));
    put(0x80 | (code_point & 0x3FU));
  } else {
    put(0xF0 | (code_point >> 18U));
    put(0x80 | ((code_point >> 12U) & 0x3FU));
    put(0x80 | ((code_point >> 6U) & 0x3FU));
    put(0x80 | (code_point & 0x3FU));
  }
}

bool valid(std::string_view bytes) {
  bool bad = false;
  for (std::size_t at = 0; at < bytes.size() && !bad;) {
    if (static_cast<unsigned char>(bytes[at]) < 0x80) {
      ++at;
    } else {
      static_cast<void>(next(bytes, at, &bad));
    }
  }
  return !bad;
}

std::string repair(std::string_view bytes) {
  if (valid(bytes)) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) append(next(bytes, at), out);
  return out;
}

std::string storable(std::string_view bytes) {
  std::string out = repair(bytes);
  std::erase(out, '\0');
  return out;
}

std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::size_t byte_offset(std::string_view text, std::size_t code_points) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (is_continuation(text[at])) continue;
    if (code_points == 0) break;
    --code_points;
  }
  return at;
}

std::string_view substr(std::string_view text, std::size_t start, std::size_t count) {
  const std::string_view rest = text.substr(byte_offset(text, start));
  return rest.substr(0, byte_offset(rest, count));
}

std::string_view prefix(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  while (max_bytes > 0 && is_continuation(text[max_bytes])) --max_bytes;
  return text.substr(0, max_bytes);
}

bool less_in_utf16(std::string_view a, std::string_view b) {
  // A supplementary code point starts with a surrogate (D800-DFFF), so in UTF-16 it sorts below
  // U+E000..U+FFFF; lifting that range above everything else gives the same order.
  const auto rank = [](char32_t code) {
    return code >= 0xE000 && code <= 0xFFFF ? code + 0x110000 : code;
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const char32_t x = rank(next(a, i));
    const char32_t y = rank(next(b, j));
    if (x != y) return x < y;
  }
  return i == a.size() && j < b.size();
}

bool hides(char32_t code) {
  constexpr std::array<Range, 12> kHidden{{{0x034F, 0x034F},
                                           {0x115F, 0x1160},
                                           {0x17B4, 0x17B5},
                                           {0x180B, 0x180F},
                                           {0x200B, 0x200B},
                                           {0x2028, 0x2029},
                                           {0x2060, 0x2065},
                                           {0x206A, 0x206F},
                                           {0x3164, 0x3164},
                                           {0xFEFF, 0xFEFF},
                                           {0xFFA0, 0xFFA0},
                                           {0xE0000, 0xE0FFF}}};
  return within(kHidden, code);
}

bool visible(std::string_view text) {
  // Spaces of all widths, the blank Braille pattern, and characters that only join or turn others.
  constexpr std::array<Range, 13> kBlank{{{0, 0x20},
                                          {0x85, 0x85},
                                          {0xA0, 0xA0},
                                          {0xAD, 0xAD},
                                          {0x061C, 0x061C},
                                          {0x1680, 0x1680},
                                          {0x2000, 0x200F},
                                          {0x202A, 0x202F},
                                          {0x205F, 0x205F},
                                          {0x2066, 0x2069},
                                          {0x2800, 0x2800},
                                          {0x3000, 0x3000},
                                          {0xFE00, 0xFE0F}}};
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next(text, at);
    if (!within(kBlank, code) && !hides(code)) return true;
  }
  return false;
}

std::optional<std::string_view> fault_in_prose(std::string_view text) {
  // A text of blanks alone counts as empty: nobody can read it.
  if (!visible(text)) return "must not be empty";
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next(text, at);
    if (is_control(code) && !parts_lines(code)) return "must not have control characters";
  }
  return std::nullopt;
}

std::optional<std::string_view> fault_in_name(std::string_view text) {
  if (const auto fault = fault_in_prose(text)) return fault;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next(text, at);
    if (parts_lines(code)) return "must not have line breaks or tabs";
    if (hides(code)) return "must not have invisible characters";
  }
  return std::nullopt;
}

std::string shown(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next(text, at);
    append(is_control(code) || hides(code) ? kReplacement : code, out);
  }
  return out;
}

}  // namespace assay::utf8
