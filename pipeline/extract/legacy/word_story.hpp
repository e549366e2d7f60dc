// SPDX-License-Identifier: Apache-2.0
// Converts a range of a Word document's text to blocks: paragraphs, lists and tables, as the page
// shows them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/word_file.hpp"
#include "pipeline/extract/legacy/word_lists.hpp"
#include "pipeline/extract/legacy/word_pieces.hpp"
#include "pipeline/extract/legacy/word_runs.hpp"
#include "pipeline/extract/legacy/word_styles.hpp"
#include "pipeline/extract/legacy/word_table.hpp"
#include "pipeline/extract/page/page_builder.hpp"

namespace assay::extract {

// What all stories of a document share. file must outlive it. Throws CompoundError.
struct WordText {
  explicit WordText(const WordFile& file)
      : pieces(file),
        characters(file, WordRuns::Of::Characters),
        paragraphs(file, WordRuns::Of::Paragraphs),
        styles(file),
        lists(file) {}
  WordPieces pieces;
  WordRuns characters;
  WordRuns paragraphs;
  WordStyles styles;
  WordLists lists;
};

class WordStoryReader {
 public:
  // Both must outlive the reader.
  WordStoryReader(WordText& text, PageBuilder& builder) : text_(text), builder_(builder) {}
  // Adds the range. Throws CompoundError, and ReadFailure (Limit).
  void add(WordRange range);

 private:
  void take(const WordPieces::Character& character);
  [[nodiscard]] bool take_field(char32_t code);
  void append(char32_t unit);
  void end_paragraph(const WordPieces::Character& mark);
  void finish_table();

  WordText& text_;
  PageBuilder& builder_;
  std::string paragraph_;
  char32_t high_ = 0;         // the first unit of a pair
  std::vector<bool> fields_;  // open ones: whether the instruction goes on
  bool instruction_ = false;  // of any open field
  const WordRuns::Run* run_ = nullptr;
  std::string_view changes_;
  bool unseen_ = false;  // deleted or hidden
  char32_t symbol_ = 0;  // that the run's placeholder stands for
  WordTable table_;
};

}  // namespace assay::extract
