// SPDX-License-Identifier: Apache-2.0
// Whether "draft" and "withdrawn" speak of a document, told by the words beside them.
#include "pipeline/assess/draft_words.hpp"

#include <algorithm>
#include <array>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/tables.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

bool speaks_of_document(const std::vector<text::Term>& terms, std::size_t at) {
  if (at == 0) return true;
  return terms.size() <= 6 || std::ranges::any_of(terms, [&](const text::Term& term) {
           return grammar::among(lists::kDocumentNouns, term.word);
         });
}

bool is_other_draft(std::string_view text, const std::vector<text::Term>& terms, std::size_t at) {
  constexpr std::array kInForce{"approved"sv, "adopted"sv, "final"sv,  "released"sv,
                                "signed"sv,   "valid"sv,   "binding"sv};
  constexpr std::size_t kShort = 6;  // words
  for (const text::Term& term : terms) {
    if (grammar::among(kInForce, term.word) && !grammar::among(lists::kBeforeDraft, term.word)) {
      const std::size_t i = static_cast<std::size_t>(&term - terms.data());
      if (i == 0 || (terms[i - 1].word != "not" && terms[i - 1].word != "yet")) return true;
    }
  }
  // "Draft and military service": of two things, neither is the state of a document.
  if (at + 1 < terms.size() && terms[at + 1].word == "and") return true;
  if (terms.size() <= kShort || text.substr(terms[at].start, 5) == "DRAFT") return false;
  if (at > 0 && terms[at - 1].word == "the") return true;  // somebody reads or adopts it
  const bool before = at > 0 && grammar::among(lists::kBeforeDraft, terms[at - 1].word);
  const bool behind =
      at + 1 < terms.size() &&
      (terms[at + 1].number || grammar::among(lists::kBehindDraft, terms[at + 1].word));
  return !before && !behind;
}

}  // namespace assay::assess
