// SPDX-License-Identifier: Apache-2.0
// Whether "draft" and "withdrawn" speak of a document, told by the words beside them.
#include "pipeline/assess/draft_words.hpp"

#include <algorithm>
#include <array>

#include "pipeline/assess/grammar.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

bool speaks_of_document(const std::vector<text::Term>& terms, std::size_t at) {
  if (at == 0) return true;
  constexpr std::array kDocuments{"policy"sv,   "procedure"sv, "edition"sv,     "version"sv,
                                  "document"sv, "standard"sv,  "instruction"sv, "status"sv,
                                  "rule"sv,     "page"sv,      "revision"sv,    "guideline"sv,
                                  "plan"sv,     "manual"sv,    "directive"sv,   "circular"sv};
  return terms.size() <= 6 || std::ranges::any_of(terms, [&](const text::Term& term) {
           return grammar::among(kDocuments, term.word);
         });
}

bool is_other_draft(std::string_view text, const std::vector<text::Term>& terms, std::size_t at) {
  constexpr std::array kInForce{"approved"sv, "adopted"sv, "final"sv,  "released"sv,
                                "signed"sv,   "valid"sv,   "binding"sv};
  constexpr std::array kBefore{"status"sv, "state"sv, "version"sv, "this"sv,  "a"sv,
                               "as"sv,     "is"sv,    "in"sv,      "first"sv, "working"sv,
                               "still"sv,  "only"sv,  "current"sv};
  constexpr std::array kBehind{"policy"sv,    "procedure"sv, "plan"sv,      "standard"sv,
                               "document"sv,  "version"sv,   "status"sv,    "for"sv,
                               "of"sv,        "concept"sv,   "guideline"sv, "text"sv,
                               "agreement"sv, "paper"sv,     "only"sv,      "not"sv,
                               "edition"sv,   "under"sv,     "strategy"sv};
  constexpr std::size_t kShort = 6;  // words
  for (const text::Term& term : terms) {
    if (grammar::among(kInForce, term.word) && !grammar::among(kBefore, term.word)) {
      const std::size_t i = static_cast<std::size_t>(&term - terms.data());
      if (i == 0 || (terms[i - 1].word != "not" && terms[i - 1].word != "yet")) return true;
    }
  }
  // "Draft and military service": of two things, neither is the state of a document.
  if (at + 1 < terms.size() && terms[at + 1].word == "and") return true;
  if (terms.size() <= kShort || text.substr(terms[at].start, 5) == "DRAFT") return false;
  if (at > 0 && terms[at - 1].word == "the") return true;  // somebody reads or adopts it
  const bool before = at > 0 && grammar::among(kBefore, terms[at - 1].word);
  const bool behind = at + 1 < terms.size() &&
                      (terms[at + 1].number || grammar::among(kBehind, terms[at + 1].word));
  return !before && !behind;
}

}  // namespace assay::assess
