// SPDX-License-Identifier: Apache-2.0
// Builds pages block by block, cleans their text, and holds the limits on text, blocks and pages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/page.hpp"
#include "pipeline/extract/output.hpp"

namespace assay::extract {

// A cell and the heading of its column, for row().
struct Cell {
  std::string header;
  std::string value;
};

// Texts without a word add nothing. Throws ReadFailure (Limit) when the document gets too large.
class PageBuilder {
 public:
  explicit PageBuilder(PageSink& sink) : sink_(sink) {}

  void heading(int level, std::string_view text);  // levels beyond 1..9 are brought in
  void paragraph(std::string_view text);           // line breaks inside are kept
  void list_item(std::string_view text);
  void table_row(std::string_view text);
  // "header: value; header: value"; cells without a value are left out, and headers that are
  // empty or repeat the value.
  void table_row(std::span<const Cell> cells);

  // Tells the sink how far the reader is, in pages.
  void progress(std::size_t done, std::size_t total) { sink_.progress(done, total); }
  // Hands the page over, empty or not, and begins the next one.
  void end_page();
  // Whether the page being built holds anything.
  [[nodiscard]] bool page_empty() const { return text_.empty(); }
  // Whether any page so far, ended or not, holds anything.
  [[nodiscard]] bool any_text() const { return total_bytes_ > 0; }
  [[nodiscard]] int pages_ended() const { return pages_; }

 private:
  void add(BlockKind kind, int level, const std::string& cleaned);

  PageSink& sink_;
  std::string text_;
  std::size_t length_ = 0;  // of text_, in code points
  std::vector<Block> blocks_;
  int pages_ = 0;
  std::size_t total_bytes_ = 0;
  std::size_t total_blocks_ = 0;
};

}  // namespace assay::extract
