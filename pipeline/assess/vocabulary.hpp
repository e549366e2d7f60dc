// SPDX-License-Identifier: Apache-2.0
// The words of a text, asked for one by one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "pipeline/assess/lexicon.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// What words a text has: their stems and the groups of the lexicon they belong to.
class Vocabulary {
 public:
  void add(std::string_view text);
  // Of a text that has been read: all its terms and its content words.
  void add(std::span<const text::Term> terms, std::span<const Word> words);
  // How well the word asked for is there, 0..1: itself 1, another word of its group the credit.
  [[nodiscard]] double holds(const Word& asked) const;
  [[nodiscard]] bool holds_stem(const std::string& stem) const { return stems_.contains(stem); }

 private:
  std::unordered_set<std::string> stems_;
  std::unordered_map<std::uint16_t, float> groups_;
};

}  // namespace assay::assess
