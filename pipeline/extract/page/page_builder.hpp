// SPDX-License-Identifier: Apache-2.0
// Builds pages block by block, cleans their text, and limits text, blocks and pages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/document_fact.hpp"
#include "core/extract/extract_protocol.hpp"
#include "core/extract/extract_types.hpp"
#include "pipeline/extract/page/output.hpp"

namespace assay::extract {

// A cell and the heading of its column, for row().
struct Cell {
  std::string header;
  std::string value;
};

// Texts without a word add nothing. Throws ReadFailure (Limit) if the document gets too large.
class PageBuilder {
 public:
  // first: the number of the first page.
  explicit PageBuilder(PageSink& sink, int first = 1) : sink_(sink), pages_(first - 1) {}

  void heading(int level, std::string_view text);  // clamps levels to 1..9
  void paragraph(std::string_view text);           // keeps line breaks
  void list_item(std::string_view text);
  void table_row(std::string_view text);
  // "header: value; header: value", as core/extract/row_text.hpp says; leaves out cells without a
  // value, and headers that are empty or repeat the value.
  void table_row(std::span<const Cell> cells);

  // Tells the sink how many pages the reader has done, and whether one of them is a picture.
  void progress(std::size_t done, std::size_t total, bool pictures = false) {
    sink_.progress(done, total, pictures);
  }
  // Passes on a metadata property of the file, cleaned and cut. Leaves it out if it has no word, or
  // beyond the limit of their number.
  void property(FactName name, std::string_view value);
  // From here on, properties belong to parts of the document and are not its own.
  void end_properties() { properties_ = frames::kMaxProperties; }

  // The page is a picture: its words are still to be recognised, or were, with that confidence.
  void picture();
  void recognized(double confidence);
  // The places of the page's words (core/extract/page_words.hpp).
  void words(std::string encoded) { words_ = std::move(encoded); }
  // The document's label for the page; left out if it is the page number. Cleaned and cut.
  void label(std::string_view text);
  // Hands over the page, empty or not, and begins the next one.
  void end_page();
  // The current page so far.
  [[nodiscard]] const std::string& page_text() const { return text_; }
  [[nodiscard]] const std::vector<Block>& page_blocks() const { return blocks_; }
  // Whether the current page holds anything.
  [[nodiscard]] bool page_empty() const { return text_.empty(); }
  // Whether any page so far, ended or not, holds anything.
  [[nodiscard]] bool any_text() const { return total_bytes_ > 0; }
  // Whether any page so far is a picture whose words are still to be recognised.
  [[nodiscard]] bool any_picture() const { return any_picture_; }

 private:
  void add(BlockKind kind, int level, const std::string& cleaned);

  PageSink& sink_;
  std::string text_;
  std::size_t length_ = 0;  // of text_, in code points
  std::vector<Block> blocks_;
  std::string words_;
  std::string label_;
  PageSource source_ = PageSource::Text;
  double confidence_ = 1;
  bool any_picture_ = false;
  int pages_ = 0;
  std::size_t total_bytes_ = 0;
  std::size_t total_blocks_ = 0;
  std::size_t properties_ = 0;
};

}  // namespace assay::extract
