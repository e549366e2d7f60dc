// SPDX-License-Identifier: Apache-2.0
// The lexicon, a table read once and looked up by stem, phrases by their stems in a row; the words
// of a text; the weights of words.
#include "pipeline/assess/language/lexicon.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

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
    for (const TableLine& line : table_lines(kLexicon)) {
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

std::vector<TableLine> table_lines(std::string_view table) {
  std::vector<TableLine> out;
  while (!table.empty()) {
    const std::size_t end = table.find('\n');
    const std::string_view line = table.substr(0, end);
    const std::size_t tab = line.find('\t');
    TableLine& read = out.emplace_back();
    read.name = line.substr(0, tab);
    for (std::string_view rest = line.substr(tab + 1); !rest.empty();) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      std::string& entry = read.entries.emplace_back(rest.substr(0, blank));
      std::ranges::replace(entry, '_', ' ');
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    table.remove_prefix(end + 1);
  }
  return out;
}

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

bool is_distinctive(std::string_view stem) {
  return commonness(stem) == 1;
}

bool same_word(const Word& a, const Word& b) {
  if (a.stem == b.stem) return true;
  return std::ranges::any_of(a.senses, [&b](const Sense& sense) {
    return std::ranges::find(b.senses, sense.group, &Sense::group) != b.senses.end();
  });
}

void Vocabulary::add(std::string_view text) {
  const auto terms = text::terms(text);
  add(terms, content_words(terms));
}

void Vocabulary::add(std::span<const text::Term> terms, std::span<const Word> words) {
  for (const text::Term& term : terms) {
    if (!term.stop) stems_.insert(term.stem);
  }
  for (const Word& word : words) {
    for (const Sense& sense : word.senses) {
      float& credit = groups_[sense.group];
      credit = std::max(credit, sense.credit);
    }
    stems_.insert(word.stem);
  }
}

double Vocabulary::holds(const Word& asked) const {
  if (stems_.contains(asked.stem)) return 1;
  double best = 0;
  for (const Sense& sense : asked.senses) {
    if (groups_.contains(sense.group)) best = std::max(best, static_cast<double>(sense.credit));
  }
  return best;
}

double word_weight(const Word& word, const StemWeight& weight) {
  constexpr double kLeast = 0.5;
  double most = 0;
  std::string_view rest = word.stem;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    most = std::max(most, weight ? weight(rest.substr(0, end)) : 1.0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::max(most, kLeast) * commonness(word.stem);
}

}  // namespace assay::assess
