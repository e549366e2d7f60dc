// SPDX-License-Identifier: Apache-2.0
// Words of compliance English that mean the same or nearly so, the words of a text, and how
// distinctive each is. "Leavers' accounts are disabled" finds "access of departing staff is
// revoked".
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

// A line of a table that embed_tables.py made a string of.
struct TableLine {
  std::string_view name;
  std::vector<std::string> entries;  // with blanks for "_"
};
[[nodiscard]] std::vector<TableLine> table_lines(std::string_view table);

// A group of words; credit is what one member counts for when another is asked for.
struct Sense {
  std::uint16_t group = 0;
  float credit = 0;
};

// A content word with the groups it belongs to. Phrases ("multi-factor authentication",
// "back up") are one word here.
struct Word {
  std::string stem;
  std::vector<Sense> senses;
  bool number = false;
  std::size_t start = 0;  // bytes of the text it was read from
  std::size_t end = 0;
};

// How distinctive a stem is in the corpus assessed (search::Index::idf).
using StemWeight = std::function<double(std::string_view)>;

// The content words of a text, in order: no function words.
[[nodiscard]] std::vector<Word> content_words(std::string_view text);
[[nodiscard]] std::vector<Word> content_words(std::span<const text::Term> terms);

// What the weight of a word is multiplied by: less than 1 for those that say that something is done
// rather than what ("documented", "ensure", "defined").
[[nodiscard]] double commonness(std::string_view stem);
// Whether it is none of those.
[[nodiscard]] bool is_distinctive(std::string_view stem);

// The same stem, or of one group of the lexicon.
[[nodiscard]] bool same_word(const Word& a, const Word& b);

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

// 0.5 and up, less for words that say that something is done rather than what.
[[nodiscard]] double word_weight(const Word& word, const StemWeight& weight);

}  // namespace assay::assess
