// SPDX-License-Identifier: Apache-2.0
// Cuts a document's pages into chunks, the units of indexing and retrieval: along headings,
// paragraphs and rows, each small enough for the encoder's window. Chunks consist of units:
// headings, sentences, rows, and pieces of text that is too long.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extract_types.hpp"

namespace assay::text {

// Counts the embedding model's tokens of a text (white space collapsed, as it is embedded).
using CountTokens = std::function<std::size_t(std::string_view)>;

// Separates the titles of a heading path.
inline constexpr std::string_view kPathSeparator = " > ";

struct ChunkLimits {
  std::size_t window = 128;  // the encoder's input; it would silently cut anything longer
  std::size_t least = 60;    // a section's chunks have at least this, if it has the words
  std::size_t most = 120;    // tokens of a chunk's content
};

// Offsets are code points of the document's text (its pages' texts one after another), and
// document_text.substr(start_offset, end_offset - start_offset) == content, always.
struct Chunk {
  int chunk_index = 0;  // from 0, in reading order
  int page_number = 1;
  std::size_t start_offset = 0;
  std::size_t end_offset = 0;
  std::string content;
  std::string heading_path;  // titles above the content, highest first, joined by " > "; may be ""
  std::size_t token_count = 0;  // of the content, white space collapsed
};

// Every character of the pages except white space is in at least one chunk; no chunk spans two
// pages; neighbours within a section share one sentence if it fits. The same pages and counts give
// the same chunks. Time is linear in the text's length. Precondition: pages as
// core/extract/extract_types.hpp requires; 8 <= least <= most <= window.
[[nodiscard]] std::vector<Chunk> chunk_pages(std::span<const Page> pages, const CountTokens& count,
                                             const ChunkLimits& limits = {});

// The text to embed for a chunk: its heading path, then its content, white space collapsed; the
// path loses titles from the left until the whole has at most `window` tokens.
[[nodiscard]] std::string embedding_text(std::string_view heading_path, std::string_view content,
                                         const CountTokens& count,
                                         std::size_t window = ChunkLimits{}.window);

struct Unit {
  std::size_t start = 0;  // bytes of the page's text
  std::size_t end = 0;
  std::size_t start_point = 0;  // the same in code points of the page
  std::size_t end_point = 0;
  std::size_t tokens = 0;
  BlockKind kind = BlockKind::Paragraph;
  bool piece = false;        // part of a sentence or row too long for one chunk
  bool ends_block = false;   // last unit of its block
  std::string heading_path;  // includes a heading unit's own title; otherwise unset
};

// The titles above the current position; kept across a document's pages.
class HeadingStack {
 public:
  void enter(int level, std::string title);
  [[nodiscard]] std::string path() const;  // "Access control > Reviews"

 private:
  struct Entry {
    int level = 1;
    std::string title;
  };
  std::vector<Entry> entries_;
};

// A page's units in order: every character except white space is in exactly one. No unit has more
// than `most` tokens. Blocks that overlap or leave words out are corrected.
[[nodiscard]] std::vector<Unit> page_units(const Page& page, HeadingStack& headings,
                                           const CountTokens& count, std::size_t most);

}  // namespace assay::text
