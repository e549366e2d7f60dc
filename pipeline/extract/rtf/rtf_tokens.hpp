// SPDX-License-Identifier: Apache-2.0
// Cuts RTF (Rich Text Format Specification 1.9.1) into groups, control words and text. Says what
// the groups of an RTF document hold: text that people see, tables of its own, or neither. One
// holds the paragraph styles, which say what is a heading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
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

enum class RtfDestination : std::uint8_t {
  Text,
  Skipped,
  Fonts,
  Styles,
  Label,       // the number or bullet of a list item
  Note,        // a footnote or endnote
  PageEdge,    // a header or footer
  Box,         // text in a shape
  Author,      // of the comment that follows
  Comment,     // on the text before it
  Variants,    // a text for old readers, then the same in Unicode
  Unicode,     // the latter
  Properties,  // of a row of an inner table: words count, text does not
};

// The destination that the word begins as the first word of a group; `otherwise` if it begins none.
// optional: the word follows \*, and readers that do not know it must skip the group.
[[nodiscard]] RtfDestination rtf_destination(std::string_view word, bool optional,
                                             RtfDestination otherwise);
// The text of a control word that stands for characters ("emdash"); empty for other words.
[[nodiscard]] std::string_view rtf_character(std::string_view word);

class RtfStyles {
 public:
  // The content of the style sheet, token by token; those of its groups that are skipped aside.
  void word(const RtfToken& token);
  void name(std::string_view text);
  void end_style();
  // From 1; 0 if it is not the style of a heading.
  [[nodiscard]] int heading_level(int style) const;

 private:
  struct Style {
    std::string name;
    int outline = -1;
    int based_on = -1;
  };
  int number_ = 0;
  Style current_;
  std::map<int, Style> styles_;
};

}  // namespace assay::extract
