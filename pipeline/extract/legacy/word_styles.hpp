// SPDX-License-Identifier: Apache-2.0
// The properties of paragraphs in a Word document, and the styles that they come from ([MS-DOC]
// 2.9.271).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/word_file.hpp"
#include "pipeline/extract/legacy/word_runs.hpp"
#include "pipeline/extract/legacy/word_sprms.hpp"

namespace assay::extract {

struct WordParagraph {
  int heading = 0;  // its level; 0 for running text
  std::uint16_t list = 0;
  std::uint8_t list_level = 0;
  bool in_table = false;
  bool row_end = false;  // closes a row, and describes it
  int depth = 0;         // of tables in tables; 0 if it is not said
  bool header_row = false;
  std::string_view cells;                // of a row: the operand of Sprm::Cells
  std::vector<std::string_view> merges;  // of a row: operands of Sprm::VerticalMerge
};

class WordStyles {
 public:
  // file must outlive the styles. A document without the list has no styles. Throws CompoundError.
  explicit WordStyles(const WordFile& file);

  // What a paragraph's style, its own properties and those of its piece make of it.
  [[nodiscard]] WordParagraph paragraph(const WordRuns::Run& run, std::string_view piece) const;

 private:
  struct Style {
    std::uint16_t base = kNoStyle;
    int heading = 0;
    std::string_view properties;
  };
  static constexpr std::uint16_t kNoStyle = 0x0FFF;

  [[nodiscard]] static Style read_style(std::string_view bytes, std::size_t base_size);
  void apply_style(std::uint16_t style, WordParagraph& paragraph) const;
  void apply(std::string_view properties, WordParagraph& paragraph) const;
  void apply_long(std::string_view operand, WordParagraph& paragraph) const;

  std::string_view data_;
  std::vector<Style> styles_;
};

}  // namespace assay::extract
