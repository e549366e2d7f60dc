// SPDX-License-Identifier: Apache-2.0
// The lexicon: a table read once, then looked up by stem; phrases by their stems in a row.
#include "pipeline/assess/lexicon.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"

namespace assay::assess {
namespace {

constexpr double kCommonWeight = 0.35;

// "back up" -> "back up": the stems of a phrase, function words kept, joined by blanks.
std::string key_of(std::span<const text::Term> terms) {
  std::string key;
  for (const text::Term& term : terms) {
    if (!key.empty()) key += ' ';
    key += term.stem;
  }
  return key;
}

class Lexicon {
 public:
  Lexicon() {
    std::uint16_t group = 0;
    for (const grammar::TableLine& line : grammar::table_lines(kLexicon)) {
      if (line.name == "common") {
        for (const std::string& word : line.entries) common_.insert(key_of(text::terms(word)));
        continue;
      }
      float credit = 0;
      std::from_chars(line.name.data(), line.name.data() + line.name.size(), credit);
      for (const std::string& word : line.entries) {
        const auto terms = text::terms(word);
        senses_[key_of(terms)].push_back({group, credit});
        std::size_t& longest = longest_[terms.front().stem];
        longest = std::max(longest, terms.size());
      }
      ++group;
    }
  }

  // nullptr where the lexicon has no such word.
  [[nodiscard]] const std::vector<Sense>* find(const std::string& key) const {
    const auto found = senses_.find(key);
    return found == senses_.end() ? nullptr : &found->second;
  }
  // Terms of the longest word or phrase that begins so.
  [[nodiscard]] std::size_t longest(const std::string& stem) const {
    const auto found = longest_.find(stem);
    return found == longest_.end() ? 0 : found->second;
  }
  [[nodiscard]] bool common(const std::string& stem) const { return common_.contains(stem); }

 private:
  std::unordered_map<std::string, std::vector<Sense>> senses_;
  std::unordered_map<std::string, std::size_t> longest_;
  std::unordered_set<std::string> common_;
};

const Lexicon& lexicon() {
  static const Lexicon instance;
  return instance;
}

}  // namespace

std::vector<Word> content_words(std::string_view text) {
  return content_words(text::terms(text));
}

std::vector<Word> content_words(std::span<const text::Term> all) {
  std::vector<Word> out;
  for (std::size_t at = 0; at < all.size();) {
    std::size_t taken = 1;
    const std::vector<Sense>* senses = nullptr;
    for (std::size_t n = std::min(lexicon().longest(all[at].stem), all.size() - at); n >= 1; --n) {
      if (n == 1 && all[at].stop) break;
      senses = lexicon().find(key_of(all.subspan(at, n)));
      if (senses == nullptr) continue;
      taken = n;
      break;
    }
    if (senses != nullptr || !all[at].stop) {
      const auto part = all.subspan(at, taken);
      out.push_back({key_of(part), senses != nullptr ? *senses : std::vector<Sense>{},
                     all[at].number, part.front().start, part.back().end});
    }
    at += taken;
  }
  return out;
}

double commonness(std::string_view stem) {
  return lexicon().common(std::string(stem)) ? kCommonWeight : 1;
}

bool same_word(const Word& a, const Word& b) {
  if (a.stem == b.stem) return true;
  return std::ranges::any_of(a.senses, [&b](const Sense& sense) {
    return std::ranges::find(b.senses, sense.group, &Sense::group) != b.senses.end();
  });
}

}  // namespace assay::assess
