// SPDX-License-Identifier: Apache-2.0
// Turns what is wrong with a compound file into the answer. Converts text, by iconv where the code
// page is not one of UTF-16's subsets.
#include "pipeline/extract/legacy/legacy_document.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/json/utf8.hpp"
#include "pipeline/extract/page/clean_text.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {
namespace {

char32_t unit_at(std::string_view bytes, std::size_t at) {
  return static_cast<char32_t>(static_cast<unsigned char>(bytes[at]) |
                               (static_cast<unsigned char>(bytes[at + 1]) << 8U));
}

struct CodePage {
  int number;
  const char* charset;
};
// Only those that the reader's sandbox has converters for; all other Windows pages by their number.
constexpr std::array kCodePages{
    CodePage{437, "CP437"},         CodePage{866, "IBM866"},        CodePage{874, "WINDOWS-874"},
    CodePage{932, "SHIFT_JIS"},     CodePage{936, "GBK"},           CodePage{949, "EUC-KR"},
    CodePage{950, "BIG5"},          CodePage{1200, "UTF-16LE"},     CodePage{1250, "WINDOWS-1250"},
    CodePage{1251, "WINDOWS-1251"}, CodePage{1253, "WINDOWS-1253"}, CodePage{1254, "WINDOWS-1254"},
    CodePage{1255, "WINDOWS-1255"}, CodePage{1256, "WINDOWS-1256"}, CodePage{1257, "WINDOWS-1257"},
    CodePage{1258, "WINDOWS-1258"}, CodePage{10000, "MACINTOSH"},   CodePage{10007, "MAC-CYRILLIC"},
    CodePage{20866, "KOI8-R"},      CodePage{21866, "KOI8-U"},      CodePage{28592, "ISO-8859-2"},
    CodePage{28595, "ISO-8859-5"},  CodePage{28597, "ISO-8859-7"},  CodePage{28599, "ISO-8859-9"},
    CodePage{28605, "ISO-8859-15"}, CodePage{32768, "MACINTOSH"},   CodePage{50220, "ISO-2022-JP"},
    CodePage{51932, "EUC-JP"},      CodePage{51949, "EUC-KR"},      CodePage{54936, "GB18030"},
    CodePage{65001, "UTF-8"},
};

}  // namespace

void read_compound(std::string_view bytes, const std::string& what,
                   const std::function<void(const CompoundFolder&)>& read) {
  try {
    read(CompoundFolder::open(bytes));
  } catch (const CompoundError& error) {
    throw ReadFailure(ExtractProblem::Broken,
                      "The " + what + " is damaged: it " + error.what() +
                          ". Open it in the program it was made with, save it as a new file, and "
                          "upload that.");
  }
}

void refuse_protected(const std::string& what) {
  throw ReadFailure(ExtractProblem::Encrypted,
                    "The " + what + " is protected by a password. Upload a copy without one.");
}

void refuse_version(const std::string& what, const std::string& newer) {
  throw ReadFailure(ExtractProblem::Unsupported, "The file is " + what +
                                                     ", which Assay does not read. Save it as " +
                                                     newer + " and upload that.");
}

std::string from_utf16le(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() / 2);
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    char32_t code = unit_at(bytes, at);
    if (code >= 0xD800 && code < 0xE000) {
      const char32_t low = at + 3 < bytes.size() ? unit_at(bytes, at + 2) : 0;
      const bool pair = code < 0xDC00 && low >= 0xDC00 && low < 0xE000;
      code = pair ? 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00) : utf8::kReplacement;
      if (pair) at += 2;
    }
    utf8::append(code, out);
  }
  return out;
}

std::string from_compressed(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (const char c : bytes) utf8::append(static_cast<unsigned char>(c), out);
  return out;
}

std::string from_code_page(int code_page, std::string_view bytes) {
  const bool ascii = std::ranges::all_of(bytes, [](char c) { return c >= 0; });
  if (ascii && code_page != 1200) return std::string(bytes);
  const auto* found = std::ranges::find(kCodePages, code_page, &CodePage::number);
  if (found != kCodePages.end()) {
    if (auto text = to_utf8_from(found->charset, bytes)) return std::move(*text);
  }
  return to_utf8_from("WINDOWS-1252", bytes).value_or(from_compressed(bytes));
}

}  // namespace assay::extract
