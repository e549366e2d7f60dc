// SPDX-License-Identifier: Apache-2.0
// Reads control words, their numbers, and bytes in hexadecimal digits. Lists the destinations that
// are read, and those that are skipped although they have no \*. Reads the style sheet, and follows
// styles to those that they are based on.
#include "pipeline/extract/rtf/rtf_tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "pipeline/extract/page/clean_text.hpp"

namespace assay::extract {
namespace {

// The specification allows 32 letters. Longer words are no words that anyone defines.
constexpr std::size_t kMaxDigits = 10;

bool is_rtf_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_rtf_digit(char c) {
  return c >= '0' && c <= '9';
}

int rtf_hex_value(char c) {
  if (is_rtf_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

struct Named {
  std::string_view word;
  RtfDestination destination;
};
using enum RtfDestination;

constexpr std::array kDestinations{
    Named{"fonttbl", Fonts},
    Named{"stylesheet", Styles},
    Named{"listtext", Label},
    Named{"pntext", Label},
    Named{"footnote", Note},
    Named{"header", PageEdge},
    Named{"headerl", PageEdge},
    Named{"headerr", PageEdge},
    Named{"headerf", PageEdge},
    Named{"footer", PageEdge},
    Named{"footerl", PageEdge},
    Named{"footerr", PageEdge},
    Named{"footerf", PageEdge},
    Named{"atnauthor", Author},
    Named{"annotation", Comment},
    Named{"shptxt", Box},
    Named{"dptxbxtext", Box},
    Named{"upr", Variants},
    Named{"ud", Unicode},
    Named{"fldrslt", Text},
    Named{"shpinst", Text},
    Named{"do", Text},
    Named{"moMath", Text},
    Named{"moMathPara", Text},
    Named{"nesttableprops", Properties},
};

// Metadata, pictures, embedded files, field codes, index entries, and what repeats other text for
// old readers.
constexpr std::array<std::string_view, 53> kSkipped{
    "atnid",    "atntime",  "author",    "background", "bkmkend",    "bkmkstart",    "buptim",
    "category", "colortbl", "comment",   "company",    "creatim",    "datafield",    "doccomm",
    "fldinst",  "filetbl",  "fldtype",   "fontemb",    "fontfile",   "formfield",    "ftncn",
    "ftnsep",   "ftnsepc",  "aftncn",    "aftnsep",    "aftnsepc",   "generator",    "info",
    "keywords", "listname", "listtable", "manager",    "nonshppict", "nonesttables", "objclass",
    "objdata",  "objname",  "operator",  "pict",       "pntxta",     "pntxtb",       "printim",
    "private",  "revtim",   "revtbl",    "rxe",        "shppict",    "shprslt",      "sp",
    "subject",  "tc",       "title",     "xe"};

struct Character {
  std::string_view word;
  std::string_view text;
};
constexpr std::array kCharacters{
    Character{"tab", "\t"},      Character{"nestcell", "\n"}, Character{"line", "\n"},
    Character{"softline", "\n"}, Character{"lbr", "\n"},      Character{"emdash", "—"},
    Character{"endash", "–"},    Character{"bullet", "•"},    Character{"lquote", "‘"},
    Character{"rquote", "’"},    Character{"ldblquote", "“"}, Character{"rdblquote", "”"},
    Character{"emspace", " "},   Character{"enspace", " "},   Character{"qmspace", " "},
};

constexpr std::size_t kMaxStyles = 10'000;
constexpr std::size_t kMaxStyleName = 200;
constexpr int kLongestStyleChain = 20;  // styles may be based on each other in a cycle

int level_of_style_name(std::string_view given) {
  const std::string name = ascii_lower(trim(given));
  if (name == "title") return 1;
  if (name == "subtitle") return 2;
  if (!name.starts_with("heading ") || name.size() != 9) return 0;
  return name.back() >= '1' && name.back() <= '9' ? name.back() - '0' : 0;
}

}  // namespace

RtfToken RtfTokens::word() {
  RtfToken token{RtfToken::Kind::Word, {}, 0, false};
  const std::size_t start = at_;
  while (at_ < bytes_.size() && is_rtf_letter(bytes_[at_])) ++at_;
  token.text = bytes_.substr(start, at_ - start);
  const std::size_t sign = at_;
  if (at_ + 1 < bytes_.size() && bytes_[at_] == '-' && is_rtf_digit(bytes_[at_ + 1])) ++at_;
  std::size_t end = at_;
  while (end < bytes_.size() && is_rtf_digit(bytes_[end]) && end - at_ < kMaxDigits) ++end;
  if (end > at_) {
    // A number that does not fit counts as 0.
    const std::string_view number = bytes_.substr(sign, end - sign);
    static_cast<void>(std::from_chars(number.data(), number.data() + number.size(), token.value));
    token.has_value = true;
  }
  at_ = end;
  if (at_ < bytes_.size() && bytes_[at_] == ' ') ++at_;  // belongs to the word
  if (token.text == "bin" && token.value > 0) binary_ = static_cast<std::size_t>(token.value);
  return token;
}

RtfToken RtfTokens::control() {
  ++at_;
  if (at_ == bytes_.size()) return {};
  if (is_rtf_letter(bytes_[at_])) return word();
  if (bytes_[at_] == '\'' && at_ + 2 < bytes_.size()) {
    const int high = rtf_hex_value(bytes_[at_ + 1]);
    const int low = rtf_hex_value(bytes_[at_ + 2]);
    if (high >= 0 && low >= 0) {
      at_ += 3;
      return {RtfToken::Kind::Byte, {}, high * 16 + low, true};
    }
  }
  return {RtfToken::Kind::Symbol, bytes_.substr(at_++, 1), 0, false};
}

std::optional<RtfToken> RtfTokens::next() {
  if (binary_ > 0) {
    at_ += std::min(binary_, bytes_.size() - at_);
    binary_ = 0;
    return RtfToken{RtfToken::Kind::Binary, {}, 0, false};
  }
  while (at_ < bytes_.size() && (bytes_[at_] == '\r' || bytes_[at_] == '\n')) ++at_;
  if (at_ == bytes_.size()) return std::nullopt;
  switch (bytes_[at_]) {
    case '{':
      ++at_;
      return RtfToken{RtfToken::Kind::Open, {}, 0, false};
    case '}':
      ++at_;
      return RtfToken{RtfToken::Kind::Close, {}, 0, false};
    case '\\':
      return control();
    default:
      break;
  }
  const std::size_t end = std::min(bytes_.find_first_of("{}\\\r\n", at_), bytes_.size());
  const RtfToken token{RtfToken::Kind::Text, bytes_.substr(at_, end - at_), 0, false};
  at_ = end;
  return token;
}

RtfDestination rtf_destination(std::string_view word, bool optional, RtfDestination otherwise) {
  if (otherwise == Skipped) return Skipped;
  if (otherwise == Variants) return word == "ud" ? Unicode : Skipped;
  const auto* named = std::ranges::find(kDestinations, word, &Named::word);
  // Fonts and styles have no text of the document inside.
  if (otherwise == Fonts || otherwise == Styles) return optional ? Skipped : otherwise;
  if (named != kDestinations.end()) return named->destination;
  if (optional || std::ranges::find(kSkipped, word) != kSkipped.end()) return Skipped;
  // Properties of formulas: \mfPr, \mnaryPr.
  return word.starts_with('m') && word.ends_with("Pr") ? Skipped : otherwise;
}

std::string_view rtf_character(std::string_view word) {
  const auto* found = std::ranges::find(kCharacters, word, &Character::word);
  return found == kCharacters.end() ? std::string_view() : found->text;
}

void RtfStyles::word(const RtfToken& token) {
  if (token.text == "s") number_ = token.value;
  if (token.text == "outlinelevel") current_.outline = token.value;
  if (token.text == "sbasedon") current_.based_on = token.value;
}

void RtfStyles::name(std::string_view text) {
  const std::string_view part = text.substr(0, text.find(';'));
  if (current_.name.size() + part.size() <= kMaxStyleName) current_.name += part;
  if (part.size() < text.size()) end_style();
}

void RtfStyles::end_style() {
  const Style style = std::exchange(current_, {});
  const int number = std::exchange(number_, 0);
  if (!style.name.empty() && styles_.size() < kMaxStyles) styles_.insert_or_assign(number, style);
}

int RtfStyles::heading_level(int style) const {
  for (int i = 0; i < kLongestStyleChain; ++i) {
    const auto found = styles_.find(style);
    if (found == styles_.end()) return 0;
    if (found->second.outline >= 0) {
      return found->second.outline <= 8 ? found->second.outline + 1 : 0;
    }
    if (const int level = level_of_style_name(found->second.name)) return level;
    style = found->second.based_on;
  }
  return 0;
}

}  // namespace assay::extract
