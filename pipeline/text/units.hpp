// SPDX-License-Identifier: Apache-2.0
// The units that chunks consist of: headings, sentences, rows, and pieces of text that is too long.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/extract/extract_types.hpp"
#include "pipeline/text/chunker.hpp"

namespace assay::text {

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
