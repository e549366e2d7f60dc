// SPDX-License-Identifier: Apache-2.0
// Other parties by the nouns for them, by names these introduce, and by the papers they write.
#include "pipeline/assess/reading/parties.hpp"

#include <algorithm>
#include <vector>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using grammar::any_among;
using text::Term;
using namespace std::string_view_literals;

// "Tronix", as against "ERP" and "the".
bool capitalised(std::string_view word) {
  return word.size() >= 2 && grammar::is_capital(word[0]) && grammar::is_small(word[1]);
}

bool is_capitalised(std::string_view text, const Term& term) {
  const std::string_view word = text.substr(term.start, term.end - term.start);
  return word.size() >= 3 && capitalised(word) && !term.stop && !term.number;
}

// What a sentence's subject does.
class Subject : private IndexedWords {
 public:
  using IndexedWords::IndexedWords;

  // "The provider operates a team", "Suppliers keep", "Our transport partner Glenmoor exercised".
  [[nodiscard]] bool is_party() const {
    constexpr std::size_t kLongest = 6;  // words
    for (std::size_t i = 0; i < std::min(terms_.size(), kLongest); ++i) {
      if (among(lists::kPartyNouns, word(i))) {
        if (acts(i)) return true;
      } else if (among(lists::kFinite, word(i)) || among(lists::kPrepositions, word(i)) ||
                 among(lists::kEndOfSubject, word(i))) {
        return false;
      }
    }
    return false;
  }

 private:
  [[nodiscard]] bool acts(std::size_t noun) const {
    const std::size_t next = noun + 1;
    if (next >= terms_.size()) return false;
    const bool relative = word(next) == "who" || word(next) == "which";
    const bool named = noun > 0 && is_capitalised(text_, terms_[next]);
    // "The provider's employees ..."; a customer's data is what we deal with.
    const bool people = among(lists::kPeopleNouns, word(next)) && !before(next).ends_with(", ");
    return verb_at(next) || relative || named || word(next) == "company" || people;
  }
  // "operates a", "have to"
  [[nodiscard]] bool verb_at(std::size_t at) const {
    return among(lists::kFinite, word(at)) || among(lists::kVerbs, word(at)) ||
           grammar::participle(word(at)) ||
           (among(lists::kDeterminers, word(at + 1)) && word(at).ends_with('s') &&
            !terms_[at].stop);
  }
};

// "hosted by Stratus", "outsourced to Corvina"
bool serves(const std::vector<Term>& terms, std::size_t at) {
  if (at < 2) return false;
  const std::string& link = terms[at - 1].word;
  return (link == "by" || link == "to" || link == "from") &&
         among(lists::kServedBy, terms[at - 2].word);
}

// "Telephones of the sister company", "Audit of our customer Veldhuis", "Partner exercise".
bool heading_is_of_party(const std::vector<Term>& terms) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!among(lists::kPartyNouns, terms[i].word)) continue;
    std::size_t before = i;
    while (before > 0 && among(lists::kDeterminers, terms[before - 1].word) &&
           terms[before - 1].word != "of") {
      --before;
    }
    if (before == 0) continue;
    const std::string& link = terms[before - 1].word;
    if (link == "of" || link == "from" || link == "by" || link == "at") return true;
  }
  return false;
}

// "supplier", "parent company"
bool names_party(const text::Wording& said) {
  return any_among(said.terms, lists::kPartyNouns);
}

}  // namespace

bool names_somebody(const text::Wording& said) {
  const std::string_view text = said.text;
  const auto& terms = said.terms;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (among(lists::kPosts, terms[i].word)) return true;
    if (i == 0) continue;
    const auto as_written = [&](std::size_t at) {
      return text.substr(terms[at].start, terms[at].end - terms[at].start);
    };
    // "Jane Doe", "J. Doe": two capitals in a row, the second no function word.
    const std::string_view between =
        text.substr(terms[i - 1].end, terms[i].start - terms[i - 1].end);
    const std::string_view first = as_written(i - 1);
    const bool initial = first.size() == 1 && grammar::is_capital(first[0]) && between == ". ";
    if (capitalised(as_written(i)) && !terms[i].stop &&
        (initial || (between == " " && capitalised(first) && !terms[i - 1].stop))) {
      return true;
    }
  }
  return false;
}

// A name is what is written with a capital within a sentence and never without; it is another's
// where the noun for the party stands before it, or the paper is named after one.
Parties::Parties(std::span<const CandidateText> candidates) {
  for (const CandidateText& candidate : candidates) {
    std::vector<const text::Wording*> all{&candidate.file, &candidate.heading};
    for (const Sentence& sentence : candidate.sentences) all.push_back(&sentence.said);
    const bool paper = names_party(candidate.file) || names_party(candidate.heading);
    read_names(all, paper);
    const bool everybody = any_among(candidate.heading.terms, lists::kPublic) ||
                           any_among(candidate.file.terms, lists::kPublic);
    const bool legal = candidate.heading.folded.find("the law") != std::string::npos;
    papers_.push_back({names_party(candidate.file),
                       everybody || legal || heading_is_of_party(candidate.heading.terms)});
  }
}

void Parties::read_names(std::span<const text::Wording* const> all, bool paper) {
  std::set<std::string_view> plain;
  for (const text::Wording* said : all) {
    for (const Term& term : said->terms) {
      const char first = said->text[term.start];
      if (grammar::is_small(first)) plain.insert(term.word);
    }
  }
  for (const text::Wording* said : all) {
    const auto& terms = said->terms;
    for (std::size_t i = 1; i < terms.size(); ++i) {
      const char before = said->text[terms[i - 1].start];
      const bool within = grammar::is_small(before);
      if (!within || !(paper || among(lists::kPartyNouns, terms[i - 1].word) || serves(terms, i)))
        continue;
      if (!is_capitalised(said->text, terms[i]) || plain.contains(terms[i].word)) continue;
      const auto gap =
          std::string_view(said->text).substr(terms[i - 1].end, terms[i].start - terms[i - 1].end);
      if (gap == " ") names_.insert(terms[i].word);
    }
  }
}

bool Parties::other_party(std::size_t candidate, const text::Wording& sentence) const {
  const auto& terms = sentence.terms;
  if (terms.size() < 2) return false;
  const bool ours = any_among(terms, lists::kOurs);
  const bool at_place = terms.front().word == "at" || terms.front().word == "by";
  if (is_name(terms[at_place ? 1 : 0].word) && (at_place || !ours)) return true;
  if (Subject(sentence).is_party()) return true;
  if (ours) return false;
  return papers_[candidate].of_others ||
         (papers_[candidate].names_party &&
          std::ranges::any_of(terms, [this](const Term& term) { return is_name(term.word); }));
}

bool Parties::row_of_other(const text::Wording& row) {
  const auto& terms = row.terms;
  for (std::size_t i = 2; i < terms.size(); ++i) {
    const bool of = terms[i - 2].word == "of" && among(lists::kDeterminers, terms[i - 1].word);
    if (of && among(lists::kRowOwners, terms[i].word)) return true;
  }
  return false;
}

bool Parties::speaks_for_other(const text::Wording& sentence) const {
  const auto& terms = sentence.terms;
  return terms.size() > 2 && terms[0].word == "we" && terms[1].word == "at" &&
         is_name(terms[2].word);
}

bool Parties::continues(const text::Wording& sentence) {
  return !any_among(sentence.terms, lists::kOurs);
}

}  // namespace assay::assess
