// SPDX-License-Identifier: Apache-2.0
// Properties of characters, paragraphs and tables as Word stores them: a list of changes, each an
// operation and its operand ([MS-DOC] 2.6).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

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

}  // namespace assay::extract
