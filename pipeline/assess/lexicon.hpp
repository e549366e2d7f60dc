// SPDX-License-Identifier: Apache-2.0
// Words of compliance English that say the same, or nearly so: what lets a requirement's "leavers'
// accounts are disabled" find a procedure's "access of departing staff is revoked".
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/text/terms.hpp"

namespace assay::assess {

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

// How telling a stem is in the corpus assessed (search::Index::idf).
using StemWeight = std::function<double(std::string_view)>;

// The content words of a text, in order: no function words.
[[nodiscard]] std::vector<Word> content_words(std::string_view text);
[[nodiscard]] std::vector<Word> content_words(std::span<const text::Term> terms);

// What the weight of a word is multiplied by: less than 1 for those that say that something is done
// rather than what ("documented", "ensure", "defined").
[[nodiscard]] double commonness(std::string_view stem);

// The same stem, or of one group of the lexicon.
[[nodiscard]] bool same_word(const Word& a, const Word& b);

}  // namespace assay::assess
