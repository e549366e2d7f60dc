// SPDX-License-Identifier: Apache-2.0
// From clauses to sub-checks: their words with focus and alternatives, quantities, wanted facts.
#include "pipeline/assess/requirement_parts.hpp"

#include <algorithm>
#include <array>

#include "pipeline/assess/clauses.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/weakening.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

// Words about quantities, which are judged apart.
bool is_bound(const Word& word) {
  return word.stem == "least" || word.stem == "minimum" || word.stem == "maximum" ||
         word.stem == "key length" || word.stem == "key size";
}

bool contains_word(const std::vector<text::Term>& terms, std::string_view word) {
  return std::ranges::find(terms, word, &text::Term::word) != terms.end();
}

// Words joined by "or" get a number of their own.
void mark_alternatives(std::string_view text, std::vector<AskedWord>& words) {
  int number = 0;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::size_t end = words[i].word.end;
    const auto between = text::terms(text.substr(end, words[i + 1].word.start - end));
    const bool alternative =
        std::ranges::any_of(between, [](const text::Term& term) { return term.word == "or"; });
    if (!alternative || between.size() > 2) continue;
    if (words[i].alternative < 0) words[i].alternative = number++;
    words[i + 1].alternative = words[i].alternative;
  }
}

// A quantity's own words are judged as a quantity; of a version the protocol's name stays a word.
bool within(const std::vector<Quantity>& quantities, const Word& word) {
  return std::ranges::any_of(quantities, [&word](const Quantity& quantity) {
    return word.start < quantity.end && word.end > quantity.start &&
           (word.number || quantity.kind != QuantityKind::Version);
  });
}

// "... and at least once a year thereafter": where nothing telling is in focus, all is.
void widen_empty_focus(std::vector<AskedWord>& words) {
  const bool telling = std::ranges::any_of(words, [](const AskedWord& asked) {
    return asked.focus && commonness(asked.word.stem) == 1;
  });
  if (telling) return;
  for (AskedWord& asked : words) asked.focus = true;
}

SubCheck sub_check_of(const Clause& clause) {
  SubCheck out;
  out.text = clause.text;
  out.quantities = quantities(clause.text);
  for (Word& word : content_words(clause.text)) {
    if (within(out.quantities, word) || (!out.quantities.empty() && is_bound(word))) continue;
    AskedWord asked;
    asked.focus = word.start < clause.focus.end && word.end > clause.focus.start;
    asked.word = std::move(word);
    out.words.push_back(std::move(asked));
  }
  mark_alternatives(clause.text, out.words);
  widen_empty_focus(out.words);
  for (Word& word : content_words(clause.topic)) {
    const bool known = std::ranges::any_of(
        out.words, [&word](const AskedWord& asked) { return asked.word.stem == word.stem; });
    if (known) continue;
    AskedWord asked;
    asked.topic = true;
    asked.word = std::move(word);
    out.words.push_back(std::move(asked));
  }
  for (const AskedWord& asked : out.words) {
    const std::string& stem = asked.word.stem;
    out.wants_date = out.wants_date || (asked.focus && (stem == "date" || stem == "due date"));
  }
  const auto focus = text::terms(clause.focus.of(clause.text));
  out.wants_name = contains_word(text::terms(clause.text), "named") ||
                   contains_word(focus, "approver") || contains_word(focus, "owner");
  for (const auto word :
       {"against"sv, "prevent"sv, "prevented"sv, "prevents"sv, "restricted"sv, "restrict"sv,
        "prohibited"sv, "blocked"sv, "limited"sv, "separated"sv, "forbidden"sv}) {
    out.prevents = out.prevents || contains_word(text::terms(clause.text), word);
  }
  out.negated = std::ranges::any_of(weakenings(clause.text), [](const Weakening& found) {
    return found.rule == WeakeningRule::Negation;
  });
  return out;
}

}  // namespace

SubCheck whole_text(std::string_view text) {
  Clause clause;
  clause.text = text::collapsed(text);
  clause.focus = {0, clause.text.size()};
  return sub_check_of(clause);
}

bool asks(std::string_view title) {
  constexpr std::array kArticles{"the"sv, "a"sv, "an"sv};
  constexpr std::array kRelatives{"who"sv, "which"sv, "that"sv, "when"sv, "where"sv, "whose"sv};
  constexpr std::size_t kLongestName = 14;  // words
  const std::string flat = text::collapsed(title);
  if (flat.find('?') != std::string::npos) return true;
  const auto terms = text::terms(flat);
  if (flat.ends_with('.') || terms.empty() || terms.size() > kLongestName ||
      !grammar::among(kArticles, terms.front().word)) {
    return false;
  }
  for (std::size_t i = 1; i < terms.size(); ++i) {
    const std::string& word = terms[i].word;
    if (grammar::among(kRelatives, word)) return true;
    // "the name of": behind an article such a word is no verb.
    const bool noun = grammar::among(kArticles, terms[i - 1].word);
    const bool verb = grammar::among(grammar::kFinite, word) || grammar::participle(word) ||
                      (grammar::among(grammar::kVerbs, word) && !noun);
    if (verb) return false;
  }
  return true;
}

bool asks_for_thing(std::string_view title) {
  return title.find('?') == std::string_view::npos && asks(title);
}

bool names_particulars(std::string_view title) {
  const std::string flat = text::collapsed(title);
  for (const text::ByteRange sentence : text::sentences(flat)) {
    const std::string_view text = sentence.of(flat);
    const auto terms = text::terms(text);
    for (std::size_t i = 1; i < terms.size(); ++i) {
      const std::string_view word = text.substr(terms[i].start, terms[i].end - terms[i].start);
      const bool capital =
          word.size() > 1 && word[0] >= 'A' && word[0] <= 'Z' && word[1] >= 'a' && word[1] <= 'z';
      const bool year =
          terms[i].number && word.size() == 4 && (word.starts_with("1") || word.starts_with("20"));
      if ((capital && !terms[i].stop) || year) return true;
    }
  }
  return false;
}

std::vector<SubCheck> sub_checks(std::string_view title) {
  std::vector<SubCheck> out;
  for (const Clause& clause : clauses(title)) {
    if (out.size() == kMostSubChecks) break;
    SubCheck found = sub_check_of(clause);
    if (found.words.empty()) continue;
    found.label = std::string(1, static_cast<char>('a' + static_cast<char>(out.size())));
    out.push_back(std::move(found));
  }
  if (out.empty()) {
    SubCheck whole;
    whole.label = "a";
    whole.text = text::collapsed(title);
    out.push_back(std::move(whole));
  }
  return out;
}

}  // namespace assay::assess
