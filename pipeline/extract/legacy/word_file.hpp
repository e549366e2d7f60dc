// SPDX-License-Identifier: Apache-2.0
// The streams of a Word document, its file information block ([MS-DOC] 2.5), which tells where
// everything is, and its characters: pieces of the stream, in the order of the text (2.8.35).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
  std::uint32_t last = 0;  // the position after it
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

class WordPieces {
 public:
  // file must outlive the pieces. Throws CompoundError if pieces run backwards, lie outside the
  // stream, or have more characters than it has bytes.
  explicit WordPieces(const WordFile& file);

  struct Character {
    char32_t code = 0;         // a UTF-16 unit
    std::uint32_t offset = 0;  // in the stream: properties are given for these
    std::string_view changes;  // properties of its whole piece
  };
  // Calls found(character) for each in the range, as far as there are pieces.
  template <class Found>
  void each(WordRange range, Found&& found) const {
    for (const Piece& piece : pieces_) {
      const std::uint32_t first = std::max(range.first, piece.first);
      const std::uint32_t last = std::min(range.last, piece.last);
      for (std::uint32_t at = first; at < last; ++at) found(character(piece, at));
    }
  }

 private:
  struct Piece {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t offset = 0;
    bool wide = false;
    std::string_view changes;
  };
  void read_list(const WordFile& file, std::string_view bytes);
  void add(Piece piece);
  [[nodiscard]] Character character(const Piece& piece, std::uint32_t at) const;

  std::string_view document_;
  std::vector<Piece> pieces_;
  std::vector<std::string_view> changes_;
  std::size_t characters_ = 0;
};

}  // namespace assay::extract
