// SPDX-License-Identifier: Apache-2.0
// Lists the English function words.
#include "pipeline/text/terms.hpp"

#include <algorithm>
#include <array>

namespace assay::text {
namespace {

using namespace std::string_view_literals;

constexpr auto sorted_words() {
  std::array words{
      "a"sv,       "about"sv,    "above"sv,   "after"sv,   "again"sv,   "against"sv, "all"sv,
      "also"sv,    "although"sv, "am"sv,      "among"sv,   "an"sv,      "and"sv,     "any"sv,
      "are"sv,     "as"sv,       "at"sv,      "be"sv,      "because"sv, "been"sv,    "before"sv,
      "being"sv,   "below"sv,    "between"sv, "both"sv,    "but"sv,     "by"sv,      "can"sv,
      "cannot"sv,  "could"sv,    "did"sv,     "do"sv,      "does"sv,    "doing"sv,   "during"sv,
      "each"sv,    "either"sv,   "etc"sv,     "every"sv,   "few"sv,     "for"sv,     "from"sv,
      "further"sv, "had"sv,      "has"sv,     "have"sv,    "having"sv,  "he"sv,      "her"sv,
      "here"sv,    "hers"sv,     "him"sv,     "his"sv,     "how"sv,     "however"sv, "i"sv,
      "if"sv,      "in"sv,       "into"sv,    "is"sv,      "it"sv,      "its"sv,     "itself"sv,
      "may"sv,     "me"sv,       "might"sv,   "more"sv,    "most"sv,    "must"sv,    "my"sv,
      "neither"sv, "no"sv,       "nor"sv,     "not"sv,     "of"sv,      "on"sv,      "only"sv,
      "or"sv,      "other"sv,    "our"sv,     "ours"sv,    "over"sv,    "own"sv,     "per"sv,
      "shall"sv,   "she"sv,      "should"sv,  "so"sv,      "some"sv,    "such"sv,    "than"sv,
      "that"sv,    "the"sv,      "their"sv,   "them"sv,    "then"sv,    "there"sv,   "these"sv,
      "they"sv,    "this"sv,     "those"sv,   "through"sv, "to"sv,      "too"sv,     "under"sv,
      "until"sv,   "upon"sv,     "us"sv,      "very"sv,    "was"sv,     "we"sv,      "were"sv,
      "what"sv,    "when"sv,     "where"sv,   "whether"sv, "which"sv,   "while"sv,   "who"sv,
      "whom"sv,    "whose"sv,    "why"sv,     "will"sv,    "with"sv,    "within"sv,  "without"sv,
      "would"sv,   "you"sv,      "your"sv,    "yours"sv};
  std::ranges::sort(words);
  return words;
}

constexpr auto kWords = sorted_words();

}  // namespace

bool is_stop_word(std::string_view word) {
  return std::ranges::binary_search(kWords, word);
}

}  // namespace assay::text
