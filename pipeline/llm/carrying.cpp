// SPDX-License-Identifier: Apache-2.0
// Compares words, counting each once.
#include "pipeline/llm/carrying.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "pipeline/assess/language/lexicon.hpp"
#include "pipeline/text/sentence.hpp"

namespace assay::llm {
namespace {

void add_words(std::string_view text, std::vector<assess::Word>& words) {
  for (assess::Word& word : assess::content_words(text)) words.push_back(std::move(word));
}

bool holds(const std::vector<assess::Word>& words, const assess::Word& wanted) {
  return std::ranges::any_of(
      words, [&wanted](const assess::Word& word) { return assess::same_word(wanted, word); });
}

}  // namespace

std::string sentences_around(std::string_view content, std::size_t start, std::size_t end) {
  std::string around;
  for (const text::ByteRange& sentence : text::sentences(content)) {
    if (sentence.end <= start || sentence.start >= end) continue;
    around.append(around.empty() ? "" : " ").append(sentence.of(content));
  }
  return around;
}

double carried_share(std::string_view claim, std::span<const Surroundings> all) {
  constexpr double kOfHeading = 0.5;
  std::vector<assess::Word> said;
  std::vector<assess::Word> above;
  for (const Surroundings& one : all) {
    add_words(one.sentences, said);
    add_words(one.headings, above);
  }
  double whole = 0;
  double carried = 0;
  std::set<std::string> seen;
  for (const assess::Word& word : assess::content_words(claim)) {
    if (!seen.insert(word.stem).second) continue;
    const double weight = assess::commonness(word.stem);
    whole += weight;
    carried += weight * (holds(said, word) ? 1 : holds(above, word) ? kOfHeading : 0);
  }
  return whole > 0 ? carried / whole : 1;
}

}  // namespace assay::llm
