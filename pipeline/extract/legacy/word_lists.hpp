// SPDX-License-Identifier: Apache-2.0
// Computes the numbers and bullets that Word shows before paragraphs of lists ([MS-DOC] 2.9.131,
// 2.9.150); the text does not have them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/extract/legacy/word_file.hpp"

namespace assay::extract {

class WordLists {
 public:
  // A document without lists, or with damaged ones, has none. Throws CompoundError if they lie
  // outside the stream.
  explicit WordLists(const WordFile& file);

  // list: from 1, as paragraphs name it.
  [[nodiscard]] bool is_list(std::uint16_t list) const;
  // Counts the next paragraph of that list: "- ", "3. ", "2.1 ". Empty for a list that shows
  // nothing.
  [[nodiscard]] std::string label(std::uint16_t list, std::uint8_t level);

 private:
  static constexpr std::size_t kLevels = 9;
  struct Level {
    std::int32_t start = 1;
    std::uint8_t format = 0xFF;
    std::string text;  // UTF-16; a unit below 9 stands for the number of that level
  };
  struct Scheme {
    std::vector<Level> levels;
    std::array<std::int32_t, kLevels> counters{};
    std::array<bool, kLevels> begun{};
  };
  // What a paragraph refers to: a scheme, and levels that restart in it.
  struct Use {
    std::int32_t scheme = 0;
    std::map<std::size_t, std::int32_t> starts;
  };

  void read_schemes(std::string_view bytes);
  void read_uses(std::string_view bytes);
  [[nodiscard]] static Level read_level(std::string_view bytes, std::size_t& at);

  std::map<std::int32_t, Scheme> schemes_;
  std::vector<Use> uses_;
};

}  // namespace assay::extract
