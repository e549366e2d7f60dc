// SPDX-License-Identifier: Apache-2.0
// The properties of characters, paragraphs and tables in a Word document: lists of changes, each an
// operation and its operand, for which part of the stream they hold ([MS-DOC] 2.9.33, 2.9.174), and
// the styles that they come from (2.9.271).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/word_file.hpp"

namespace assay::extract {

enum class Sprm : std::uint16_t {
  // of characters
  Deleted = 0x0800,
  Hidden = 0x083C,
  Symbol = 0x6A09,
  // of paragraphs
  Style = 0x4600,
  InTable = 0x2416,
  RowEnd = 0x2417,
  InnerCell = 0x244B,
  InnerRowEnd = 0x244C,
  TableDepth = 0x6649,
  ListLevel = 0x260A,
  List = 0x460B,
  Outline = 0x2640,
  LongProperties = 0x6646,
  LongPropertiesOld = 0x6645,
  // of table rows
  HeaderRow = 0x3404,
  Cells = 0xD608,
  VerticalMerge = 0xD62B
};

// Takes changes off the front of the list. Ends early where it is damaged: what remains cannot be
// told apart.
class SprmList {
 public:
  struct Change {
    Sprm sprm{};
    std::string_view operand;
  };
  explicit SprmList(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::optional<Change> next();

 private:
  std::string_view bytes_;
};

class WordRuns {
 public:
  enum class Of { Characters, Paragraphs };
  // file must outlive the runs. Throws CompoundError if there are more pages of runs than the
  // stream has, or if one is damaged. A document without the list has no runs.
  WordRuns(const WordFile& file, Of of);

  struct Run {
    std::uint32_t first = 0;
    std::uint32_t last = 0;       // the offset after it
    std::uint16_t style = 0;      // of a paragraph
    std::string_view properties;  // a list of changes
  };
  // The run at that offset of the stream, or one without properties.
  [[nodiscard]] const Run& at(std::uint32_t offset) const;

 private:
  void add_page(std::string_view page, Of of);

  std::vector<Run> runs_;  // by their first offset
  mutable std::size_t last_found_ = 0;
};

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
