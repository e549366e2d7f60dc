// SPDX-License-Identifier: Apache-2.0
// Other parties, told by the nouns for them, by names these introduce, and by the papers they
// write.
#include "pipeline/assess/parties.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "pipeline/assess/facts.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/passages.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using grammar::any_among;
using text::Term;
using namespace std::string_view_literals;

constexpr std::array kParties{
    "customer"sv,   "customers"sv,     "client"sv,         "clients"sv,     "supplier"sv,
    "suppliers"sv,  "vendor"sv,        "vendors"sv,        "merchant"sv,    "merchants"sv,
    "visitor"sv,    "visitors"sv,      "provider"sv,       "providers"sv,   "tenant"sv,
    "tenants"sv,    "subcontractor"sv, "subcontractors"sv, "contractor"sv,  "contractors"sv,
    "parent"sv,     "landlord"sv,      "court"sv,          "courts"sv,      "sister"sv,
    "competitor"sv, "competitors"sv,   "borrower"sv,       "borrowers"sv,   "processor"sv,
    "processors"sv, "licensor"sv,      "partner"sv,        "partners"sv,    "lessor"sv,
    "lessee"sv,     "agency"sv,        "broker"sv,         "neighbour"sv,   "correspondent"sv,
    "subsidiary"sv, "insurer"sv,       "affiliate"sv,      "manufacturer"sv};
// Papers that speak of everybody.
constexpr std::array kPublic{"bulletin"sv, "newsletter"sv, "ruling"sv, "press"sv, "judgment"sv};
constexpr std::array kPeople{"employees"sv, "staff"sv,     "personnel"sv, "team"sv,   "teams"sv,
                             "workers"sv,   "engineers"sv, "managers"sv,  "drivers"sv};
constexpr std::array kOurs{"we"sv, "us"sv, "our"sv, "ours"sv};

// "Tronix", as against "ERP" and "the".
bool is_capitalised(std::string_view text, const Term& term) {
  const std::string_view word = text.substr(term.start, term.end - term.start);
  return word.size() >= 3 && capitalised(word) && !term.stop && !term.number;
}

// The number of the word behind the subject's noun if a verb stands there: "operates a", "have to".
bool verb_at(const std::vector<Term>& terms, std::size_t at) {
  if (at >= terms.size()) return false;
  const std::string& word = terms[at].word;
  if (among(grammar::kFinite, word) || among(grammar::kVerbs, word) || grammar::participle(word)) {
    return true;
  }
  const bool object = at + 1 < terms.size() && among(grammar::kDeterminers, terms[at + 1].word);
  return object && word.ends_with('s') && !terms[at].stop;
}

// "The provider operates a team", "Suppliers keep", "Our transport partner Glenmoor exercised".
bool party_acts(std::string_view text, const std::vector<Term>& terms) {
  constexpr std::size_t kLongestSubject = 6;  // words
  for (std::size_t i = 0; i < std::min(terms.size(), kLongestSubject); ++i) {
    const std::string& word = terms[i].word;
    if (among(kParties, word)) {
      const bool relative =
          i + 1 < terms.size() && (terms[i + 1].word == "who" || terms[i + 1].word == "which");
      const bool named = i > 0 && i + 1 < terms.size() && is_capitalised(text, terms[i + 1]);
      const bool company = i + 1 < terms.size() && terms[i + 1].word == "company";
      // "The provider's employees ..."; a customer's data is what we deal with.
      const bool people = i + 1 < terms.size() && among(kPeople, terms[i + 1].word) &&
                          text.substr(terms[i + 1].start - 2, 2) != ", ";
      if (verb_at(terms, i + 1) || relative || named || company || people) return true;
      continue;
    }
    if (among(grammar::kFinite, word) || among(grammar::kPrepositions, word) || word == "of" ||
        word == "we" || word == "and") {
      return false;
    }
  }
  return false;
}

// "Telephones of the sister company", "Audit of our customer Veldhuis", "Partner exercise".
bool heading_is_of_party(std::string_view heading) {
  const auto terms = text::terms(heading);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!among(kParties, terms[i].word)) continue;
    std::size_t before = i;
    while (before > 0 && among(grammar::kDeterminers, terms[before - 1].word) &&
           terms[before - 1].word != "of") {
      --before;
    }
    if (before == 0) continue;
    const std::string& link = terms[before - 1].word;
    if (link == "of" || link == "from" || link == "by" || link == "at") return true;
  }
  return false;
}

}  // namespace

bool names_party(std::string_view text) {
  return any_among(text::terms(text), kParties);
}

// A name is what is written with a capital within a sentence and never without; it is another's
// where the noun for the party stands before it, or the paper is named after one.
Parties::Parties(std::span<const Candidate> candidates) {
  for (const Candidate& candidate : candidates) {
    const std::string file = file_words(candidate.file_name);
    const bool paper = names_party(file) || names_party(candidate.heading_path);
    const std::string all = file + " : " + candidate.heading_path + " : " + candidate.content;
    const auto terms = text::terms(all);
    std::set<std::string> plain;
    for (const Term& term : terms) {
      const char first = all[term.start];
      if (first >= 'a' && first <= 'z') plain.insert(term.word);
    }
    for (std::size_t i = 1; i < terms.size(); ++i) {
      if (!is_capitalised(all, terms[i]) || plain.contains(terms[i].word)) continue;
      const std::string_view gap =
          std::string_view(all).substr(terms[i - 1].end, terms[i].start - terms[i - 1].end);
      if (gap != " ") continue;
      const char before = all[terms[i - 1].start];
      const bool within = before >= 'a' && before <= 'z';
      const bool introduced = within && among(kParties, terms[i - 1].word);
      if (introduced || (paper && within)) names_.insert(terms[i].word);
    }
  }
}

bool Parties::other_party(const Candidate& candidate, std::string_view sentence) const {
  const auto terms = text::terms(sentence);
  if (terms.size() < 2) return false;
  const bool ours = any_among(terms, kOurs);
  const bool at_place = terms.front().word == "at" || terms.front().word == "by";
  if (is_name(terms[at_place ? 1 : 0].word) && (at_place || !ours)) return true;
  if (party_acts(sentence, terms)) return true;
  if (ours) return false;
  const auto heading = text::terms(candidate.heading_path);
  const auto file = text::terms(file_words(candidate.file_name));
  if (any_among(heading, kPublic) || any_among(file, kPublic)) return true;
  const bool legal = text::folded(candidate.heading_path).find("the law") != std::string::npos;
  if (legal || heading_is_of_party(candidate.heading_path)) return true;
  return any_among(file, kParties) &&
         std::ranges::any_of(terms, [this](const Term& term) { return is_name(term.word); });
}

bool Parties::speaks_for_other(std::string_view sentence) const {
  const auto terms = text::terms(sentence);
  return terms.size() > 2 && terms[0].word == "we" && terms[1].word == "at" &&
         is_name(terms[2].word);
}

bool Parties::goes_on(std::string_view sentence) {
  return !any_among(text::terms(sentence), kOurs);
}

}  // namespace assay::assess
