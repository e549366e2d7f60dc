// SPDX-License-Identifier: Apache-2.0
// Maps charsets to code pages, and decodes with the C library's converters.
#include "pipeline/extract/rtf/rtf_characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

constexpr std::size_t kMaxFonts = 10'000;
constexpr std::size_t kHalf = 128;
constexpr char32_t kFirstDrawing = 0xF000;
constexpr char32_t kLastDrawing = 0xF0FF;
constexpr char32_t kBulletDrawing = 0xF0B7;

// Windows' character sets of fonts. 0 and 1 stand for the document's own.
int page_of_charset(int charset) {
  constexpr std::array<std::pair<int, int>, 22> kPages{
      {{2, kRtfSymbols}, {77, 10000}, {78, 932},   {79, 949},   {80, 936},   {81, 950},
       {83, 10000},      {89, 1253},  {128, 932},  {129, 949},  {130, 949},  {134, 936},
       {136, 950},       {161, 1253}, {162, 1254}, {163, 1258}, {177, 1255}, {178, 1256},
       {186, 1257},      {204, 1251}, {222, 874},  {238, 1250}}};
  const auto* found =
      std::ranges::find_if(kPages, [charset](const auto& pair) { return pair.first == charset; });
  if (found != kPages.end()) return found->second;
  if (charset == 254) return 437;
  return charset == 255 ? 850 : 0;
}

std::string converter_of(int code_page) {
  switch (code_page) {
    case 10000:
      return "MACINTOSH";
    case 10007:
      return "MAC-CYRILLIC";
    case 65001:
      return "UTF-8";
    case 932:
      return "CP932";
    case 936:
      return "GBK";
    case 949:
      return "UHC";
    case 950:
      return "BIG5";
    case 1361:
      return "JOHAB";
    case 874:
      return "WINDOWS-874";
    default:
      break;
  }
  const std::string number = std::to_string(code_page);
  if (code_page >= 1250 && code_page <= 1258) return "WINDOWS-" + number;
  return "CP" + number;
}

bool ascii_only(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) { return c >= 0; });
}

// Symbol fonts have drawings where others have letters beyond ASCII. As Unicode has it for them:
// U+F000 to U+F0FF.
std::string symbols(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c >= 0) {
      out += c;
    } else {
      utf8::append(kFirstDrawing + static_cast<unsigned char>(c), out);
    }
  }
  return out;
}

}  // namespace

std::string without_drawings(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = utf8::next(text, at);
    if (code == kBulletDrawing) out += "•";
    if (code < kFirstDrawing || code > kLastDrawing) utf8::append(code, out);
  }
  return out;
}

void RtfFonts::charset(int number) {
  code_page(page_of_charset(number));
}

void RtfFonts::code_page(int number) {
  if (number > 0 && pages_.size() < kMaxFonts) pages_.insert_or_assign(current_, number);
}

int RtfFonts::code_page_of(int font) const {
  const auto found = pages_.find(font);
  return found == pages_.end() ? 0 : found->second;
}

// Each byte of the upper half by itself; empty unless each one is one character.
const std::vector<std::string>& RtfCharacters::upper_half(int code_page) {
  const auto [entry, fresh] = halves_.try_emplace(code_page);
  if (!fresh) return entry->second;
  std::string all;
  for (std::size_t i = 0; i < kHalf; ++i) all += static_cast<char>(kHalf + i);
  const bool one_byte = code_page < 1000 ? code_page < 900 : code_page <= 10007;
  const auto decoded = one_byte ? to_utf8_from(converter_of(code_page), all) : std::nullopt;
  if (!decoded || utf8::length(*decoded) != kHalf) return entry->second;
  for (std::size_t at = 0; at < decoded->size();) {
    const std::size_t start = at;
    static_cast<void>(utf8::next(*decoded, at));
    entry->second.push_back(decoded->substr(start, at - start));
  }
  return entry->second;
}

void RtfCharacters::decode(std::string_view bytes, int code_page) {
  if (ascii_only(bytes)) {
    text_ += bytes;
    return;
  }
  if (code_page == kRtfSymbols) {
    text_ += symbols(bytes);
    return;
  }
  const std::vector<std::string>& half = upper_half(code_page);
  if (half.size() == kHalf) {
    for (const char c : bytes) {
      if (c >= 0) {
        text_ += c;
      } else {
        text_ += half[static_cast<unsigned char>(c) - kHalf];
      }
    }
    return;
  }
  const auto decoded = to_utf8_from(converter_of(code_page), bytes);
  // A code page that nobody knows: as if the document named none.
  text_ += decoded ? *decoded : to_utf8_from("WINDOWS-1252", bytes).value_or(std::string());
}

void RtfCharacters::flush() {
  if (high_ != 0) utf8::append(utf8::kReplacement, text_);
  high_ = 0;
  if (pending_.empty()) return;
  decode(std::exchange(pending_, {}), pending_page_);
}

void RtfCharacters::bytes(std::string_view bytes, int code_page) {
  if (code_page != pending_page_ || high_ != 0) flush();
  pending_page_ = code_page;
  pending_ += bytes;
}

void RtfCharacters::unit(int value) {
  const int code = value < 0 ? value + 0x10000 : value;
  const bool low = code >= 0xDC00 && code <= 0xDFFF;
  if (low && high_ != 0) {
    const int whole = 0x10000 + ((std::exchange(high_, 0) - 0xD800) << 10) + (code - 0xDC00);
    utf8::append(static_cast<char32_t>(whole), text_);
    return;
  }
  flush();
  if (code >= 0xD800 && code <= 0xDBFF) {
    high_ = code;
  } else {
    const bool valid = code > 0 && code <= 0x10FFFF && !low;
    utf8::append(valid ? static_cast<char32_t>(code) : utf8::kReplacement, text_);
  }
}

void RtfCharacters::text(std::string_view utf8) {
  flush();
  text_ += utf8;
}

std::string RtfCharacters::take() {
  flush();
  return std::exchange(text_, {});
}

}  // namespace assay::extract
