// SPDX-License-Identifier: Apache-2.0
// The characters of a Word document: pieces of the stream, in the order of the text ([MS-DOC]
// 2.8.35).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/word_file.hpp"

namespace assay::extract {

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
