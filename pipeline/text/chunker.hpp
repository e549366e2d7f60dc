// SPDX-License-Identifier: Apache-2.0
// Cuts a document's pages into chunks, the units of indexing and retrieval: along headings,
// paragraphs and rows, each small enough for the encoder's window.
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

}  // namespace assay::text
