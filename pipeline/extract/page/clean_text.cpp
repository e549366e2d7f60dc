// SPDX-License-Identifier: Apache-2.0
// Normalises extracted text: characters first, then spaces at line ends and empty lines.
#include "pipeline/extract/page/clean_text.hpp"

#include <algorithm>
#include <array>

#include "core/json/utf8.hpp"

namespace assay::extract {
namespace {

constexpr char32_t kDrop = 0;
constexpr char32_t kSoftHyphen = 0xAD;
constexpr char32_t kFirstLigature = 0xFB00;
constexpr std::array<std::string_view, 7> kLigatures{"ff", "fi", "fl", "ffi", "ffl", "st", "st"};

// Returns the normal form of a character that is not plain ASCII text.
char32_t normal_form(char32_t code) {
  if (code == U'\n' || code == U'\t') return code;
  if (code == U'\f' || code == U'\v' || code == 0x85 || code == 0x2028 || code == 0x2029) {
    return U'\n';
  }
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return kDrop;
  if (code == 0xA0 || code == 0x202F || code == 0x205F || code == 0x3000) return U' ';
  if (code >= 0x2000 && code <= 0x200A) return U' ';
  if (code == 0x200B || code == 0x2060 || code == 0xFEFF) return kDrop;
  return code;
}

// The position behind a line break at that place, or the place itself.
std::size_t behind_break(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '\r') ++at;
  return at < text.size() && text[at] == '\n' ? at + 1 : at;
}

// Ends a line of out: removes trailing spaces and never starts a second empty line in a row.
void end_line(std::string& out) {
  while (!out.empty() && (out.back() == ' ' || out.back() == '\t')) out.pop_back();
  if (out.empty() || out.ends_with("\n\n")) return;
  out.push_back('\n');
}

}  // namespace

char32_t clean_character(char32_t code) {
  return normal_form(code);
}

std::string clean_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if (byte == '\r') {
      if (++at == text.size() || text[at] != '\n') end_line(out);
      continue;
    }
    if (byte > ' ' && byte < 0x7F) {
      out.push_back(byte);
      ++at;
      continue;
    }
    const char32_t read = utf8::next(text, at);
    const char32_t code = normal_form(read);
    if (read == kSoftHyphen) {
      at = behind_break(text, at);
    } else if (read >= kFirstLigature && read - kFirstLigature < kLigatures.size()) {
      out += kLigatures[read - kFirstLigature];
    } else if (code == U'\n') {
      end_line(out);
    } else if (code != kDrop) {
      utf8::append(code, out);
    }
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == '\t' || out.back() == '\n')) {
    out.pop_back();
  }
  return out;
}

std::string clean_line(std::string_view text) {
  const std::string cleaned = clean_text(text);
  std::string out;
  out.reserve(cleaned.size());
  for (const char c : cleaned) {
    const bool space = c == '\n' || c == '\t' || c == ' ';
    if (!space) {
      out.push_back(c);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\r\f\v";
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

bool iequals(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ascii_lower(a) == ascii_lower(b);
}

}  // namespace assay::extract
