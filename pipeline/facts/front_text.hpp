// SPDX-License-Identifier: Apache-2.0
// The parts of a document that describe it: its first blocks and its last ones, cut into lines and
// pairs of a label and a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/document_fact.hpp"
#include "core/extract/extract_types.hpp"

namespace assay::facts {

// A part of a page's text, in bytes. Refers to the page.
struct Piece {
  const Page* page = nullptr;
  std::int64_t page_offset = 0;  // of the page in the document's text, in code points
  std::size_t start = 0;
  std::size_t end = 0;

  [[nodiscard]] std::string_view text() const {
    return std::string_view(page->text).substr(start, end - start);
  }
  // Of some of its own bytes, without white space at the ends.
  [[nodiscard]] Piece part(std::size_t from, std::size_t to) const;
  [[nodiscard]] FactPlace place() const;
};

struct FrontLine : Piece {
  BlockKind kind = BlockKind::Paragraph;
  int level = 0;          // of a heading
  std::size_t block = 0;  // number of its block in the document
};

struct Pair {
  Piece label;
  Piece value;
};

struct FrontText {
  std::vector<FrontLine> lines;  // of all blocks but rows; a line is what is between marks
  std::vector<Pair> pairs;       // of rows, without those of registers
};

[[nodiscard]] FrontText front_text(const std::vector<Page>& pages);

}  // namespace assay::facts
