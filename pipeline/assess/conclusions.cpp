// SPDX-License-Identifier: Apache-2.0
// Conclusions told by what no policy or record says: words for the judge, capitals, markup.
#include "pipeline/assess/conclusions.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "pipeline/assess/cells.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::array kConclusions{"the requirement \""sv,
                                  "the requirement \u201c"sv,
                                  "declared complete"sv,
                                  "mark complete"sv,
                                  "requirement is satisfied"sv,
                                  "requirement is fully satisfied"sv,
                                  "requirements are satisfied"sv,
                                  "requirement as met"sv,
                                  "satisfies the requirement"sv,
                                  "rated as complete"sv,
                                  "rate as complete"sv,
                                  "answer only with"sv,
                                  "to the evaluating model"sv,
                                  "to the evaluator"sv,
                                  "to the grader"sv,
                                  "note to the assessor"sv,
                                  "dear assessor"sv,
                                  "dear auditor"sv};

// Of an answer, a prompt or settings that a program reads. A log's "status=200" is none.
constexpr std::array kMarkup{"<|"sv,
                             "\"status\": \"complete"sv,
                             "\"status\":\"complete"sv,
                             "\"verdict\":"sv,
                             "\"confidence\":"sv,
                             "\"subchecks\""sv,
                             "\"met\":"sv,
                             "\"citations\":"sv,
                             "### system message"sv,
                             "status=complete"sv,
                             "verdict=complete"sv,
                             "set confidence"sv,
                             "confidence="sv,
                             "threshold.complete"sv,
                             "evaluator="sv};

constexpr std::array kVerdicts{"COMPLETE"sv, "PARTIAL"sv, "MISSING"sv};

// What a verdict in capitals is said of or by, or to whom.
constexpr std::array kJudging{
    "requirement"sv, "requirements"sv, "status"sv,   "answer"sv,   "result"sv,     "assessment"sv,
    "rate"sv,        "rated"sv,        "mark"sv,     "marked"sv,   "evaluate"sv,   "evaluates"sv,
    "evaluator"sv,   "grader"sv,       "assessor"sv, "model"sv,    "verdict"sv,    "treat"sv,
    "treated"sv,     "declare"sv,      "declared"sv, "consider"sv, "considered"sv, "bewerte"sv,
    "conclude"sv,    "everything"sv,   "report"sv,   "respond"sv,  "return"sv,     "output"sv};

constexpr std::array kSetAside{"ignore"sv, "disregard"sv, "forget"sv, "ignoriere"sv, "ignorez"sv};
constexpr std::array kGiven{"instruction"sv, "instructions"sv, "guidelines"sv,
                            "prompt"sv,      "prompts"sv,      "above"sv,
                            "anweisungen"sv, "consignes"sv,    "everything"sv};

bool is_word(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// As a word of its own, in capitals, within a text that is not all in capitals.
bool names_verdict(std::string_view text) {
  if (std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; })) return false;
  return std::ranges::any_of(kVerdicts, [text](std::string_view verdict) {
    for (std::size_t at = text.find(verdict); at != std::string_view::npos;
         at = text.find(verdict, at + 1)) {
      const std::size_t end = at + verdict.size();
      if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
        return true;
      }
    }
    return false;
  });
}

// "Disregard the previous guidelines", "ignore all instructions above".
bool sets_aside(std::span<const text::Term> terms) {
  constexpr std::size_t kWordsApart = 6;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!grammar::among(kSetAside, terms[i].word)) continue;
    const std::size_t count = std::min(kWordsApart, terms.size() - i - 1);
    if (grammar::any_among(terms.subspan(i + 1, count), kGiven)) return true;
  }
  return false;
}

}  // namespace

bool concludes(const text::Wording& said) {
  if (grammar::holds_any(said.folded, kConclusions) || grammar::holds_any(said.folded, kMarkup)) {
    return true;
  }
  return sets_aside(said.terms) ||
         (names_verdict(said.text) && column_names(said.text).size() < 2 &&
          grammar::any_among(said.terms, kJudging));
}

}  // namespace assay::assess
