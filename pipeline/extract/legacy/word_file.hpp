// SPDX-License-Identifier: Apache-2.0
// The streams of a Word document and its file information block ([MS-DOC] 2.5), which tells where
// everything is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/extract/compound/compound_file.hpp"

namespace assay::extract {

// The texts of a document follow each other in this order, in one space of character positions.
enum class WordStory : std::uint8_t {
  Body,
  Footnotes,
  Headers,
  Macros,
  Comments,
  Endnotes,
  TextBoxes,
  HeaderTextBoxes
};
inline constexpr std::size_t kWordStories = 8;

// Parts of the table stream, by their position in the block's list.
enum class WordPart : std::uint16_t {
  Styles = 1,
  HeaderPlaces = 11,
  CharacterRuns = 12,
  ParagraphRuns = 13,
  Pieces = 33,
  Lists = 73,
  ListOverrides = 74
};

struct WordRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;  // the position behind it
};

class WordFile {
 public:
  // Throws CompoundError, and ReadFailure if the document is encrypted or older than Word 6.
  explicit WordFile(const CompoundFolder& root);

  [[nodiscard]] std::string_view document() const { return document_; }
  // Pictures, and properties too long for their page.
  [[nodiscard]] std::string_view data() const { return data_; }
  // Empty if the document lacks the part. Throws CompoundError if it lies outside the stream.
  [[nodiscard]] std::string_view part(WordPart part) const;
  // Everything from the start of the part to the end of the stream; empty if it lacks the part.
  [[nodiscard]] std::string_view from_part(WordPart part) const;
  // In characters of the whole document.
  [[nodiscard]] WordRange range(WordStory story) const;

  // Word 6 and 95: one byte a character, and properties in a form that is not read.
  [[nodiscard]] bool word6() const { return word6_; }
  // Word 6: where the text begins if it is not in pieces, and where its list of pieces is.
  [[nodiscard]] std::uint32_t text_start() const;
  [[nodiscard]] std::string_view word6_pieces() const;

 private:
  struct Place {
    std::size_t at = 0;
    std::size_t size = 0;
  };
  [[nodiscard]] Place place_of(WordPart part) const;

  std::string document_;
  std::string table_;
  std::string data_;
  bool word6_ = false;
  std::array<std::uint32_t, kWordStories> lengths_{};
};

}  // namespace assay::extract
