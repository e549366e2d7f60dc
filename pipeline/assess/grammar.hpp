// SPDX-License-Identifier: Apache-2.0
// The closed classes of words that show where clauses and lists begin and end.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "pipeline/text/terms.hpp"

namespace assay::assess::grammar {

using namespace std::string_view_literals;

inline constexpr std::array kFinite{"is"sv,   "are"sv,  "be"sv,    "was"sv,   "were"sv,
                                    "has"sv,  "have"sv, "shall"sv, "must"sv,  "will"sv,
                                    "does"sv, "do"sv,   "can"sv,   "should"sv};
inline constexpr std::array kPrepositions{
    "in"sv,      "on"sv,      "for"sv,    "with"sv,     "by"sv,      "at"sv,
    "to"sv,      "from"sv,    "before"sv, "after"sv,    "when"sv,    "within"sv,
    "during"sv,  "against"sv, "about"sv,  "as"sv,       "under"sv,   "over"sv,
    "through"sv, "into"sv,    "upon"sv,   "until"sv,    "between"sv, "that"sv,
    "which"sv,   "who"sv,     "where"sv,  "whenever"sv, "if"sv,      "so"sv};
// Verbs requirements are written with; behind a determiner such a word is no verb.
inline constexpr std::array kVerbs{
    "define"sv,    "defines"sv,     "describe"sv,   "describes"sv,  "specify"sv,  "specifies"sv,
    "state"sv,     "states"sv,      "include"sv,    "includes"sv,   "contain"sv,  "contains"sv,
    "identify"sv,  "identifies"sv,  "list"sv,       "lists"sv,      "name"sv,     "names"sv,
    "cover"sv,     "covers"sv,      "set"sv,        "sets"sv,       "oblige"sv,   "obliges"sv,
    "establish"sv, "establishes"sv, "require"sv,    "requires"sv,   "ensure"sv,   "ensures"sv,
    "provide"sv,   "provides"sv,    "maintain"sv,   "maintains"sv,  "perform"sv,  "performs"sv,
    "conduct"sv,   "conducts"sv,    "implement"sv,  "implements"sv, "complete"sv, "completes"sv,
    "address"sv,   "addresses"sv,   "document"sv,   "assign"sv,     "assigns"sv,  "keep"sv,
    "keeps"sv,     "report"sv,      "reports"sv,    "monitor"sv,    "monitors"sv, "protect"sv,
    "protects"sv,  "restrict"sv,    "restricts"sv,  "limit"sv,      "limits"sv,   "develop"sv,
    "develops"sv,  "determine"sv,   "determines"sv, "review"sv,     "reviews"sv,  "manage"sv,
    "manages"sv};
// Others that a second verb of one subject often is.
inline constexpr std::array kMoreVerbs{
    "record"sv,    "records"sv,   "decide"sv,    "decides"sv,     "apply"sv,        "applies"sv,
    "take"sv,      "takes"sv,     "test"sv,      "tests"sv,       "approve"sv,      "approves"sv,
    "update"sv,    "updates"sv,   "inform"sv,    "informs"sv,     "notify"sv,       "notifies"sv,
    "evaluate"sv,  "evaluates"sv, "assess"sv,    "assesses"sv,    "verify"sv,       "verifies"sv,
    "retain"sv,    "retains"sv,   "train"sv,     "trains"sv,      "impose"sv,       "imposes"sv,
    "publish"sv,   "publishes"sv, "use"sv,       "uses"sv,        "correct"sv,      "corrects"sv,
    "remove"sv,    "removes"sv,   "revoke"sv,    "revokes"sv,     "encrypt"sv,      "encrypts"sv,
    "exercise"sv,  "exercises"sv, "rehearse"sv,  "communicate"sv, "communicates"sv, "analyse"sv,
    "analyses"sv,  "track"sv,     "tracks"sv,    "check"sv,       "checks"sv,       "discuss"sv,
    "discusses"sv, "need"sv,      "needs"sv,     "hold"sv,        "holds"sv,        "wear"sv,
    "wears"sv,     "screen"sv,    "screens"sv,   "receive"sv,     "receives"sv,     "carry"sv,
    "carries"sv,   "grant"sv,     "grants"sv,    "attend"sv,      "attends"sv,      "return"sv,
    "returns"sv,   "delete"sv,    "deletes"sv,   "store"sv,       "stores"sv,       "show"sv,
    "shows"sv,     "consider"sv,  "considers"sv, "sign"sv,        "signs"sv,        "select"sv,
    "selects"sv,   "obtain"sv,    "obtains"sv,   "measure"sv,     "measures"sv};
// "a plan naming roles": what a list stands behind.
inline constexpr std::array kOpeners{"naming"sv,     "stating"sv,   "listing"sv,    "covering"sv,
                                     "showing"sv,    "including"sv, "describing"sv, "specifying"sv,
                                     "containing"sv, "defining"sv};
inline constexpr std::array kDeterminers{"a"sv,   "an"sv,  "the"sv,   "each"sv, "every"sv, "all"sv,
                                         "any"sv, "its"sv, "their"sv, "this"sv, "these"sv, "of"sv,
                                         "and"sv, "or"sv,  "no"sv,    "such"sv, "our"sv};
inline constexpr std::array kArticles{"a"sv,   "an"sv,    "the"sv, "each"sv, "every"sv,
                                      "all"sv, "their"sv, "its"sv, "them"sv, "it"sv};
// Begin questions within a sentence; "when and how" is one.
inline constexpr std::array kQuestions{"when"sv, "how"sv, "where"sv, "what"sv, "who"sv, "if"sv};
inline constexpr std::array kPronouns{"they"sv, "it"sv, "he"sv, "she"sv, "we"sv, "these"sv};
// Where a clause ends.
inline constexpr std::array kClauseMarks{
    ";"sv,          ", but "sv,    ", and "sv, ", while "sv, ", whereas "sv, ", however"sv,
    " although "sv, " because "sv, " but "sv,  ", since "sv, ", as "sv};
inline constexpr std::array kParticiples{"kept"sv,    "held"sv,  "made"sv, "taken"sv, "done"sv,
                                         "given"sv,   "set"sv,   "sent"sv, "known"sv, "shown"sv,
                                         "written"sv, "drawn"sv, "run"sv,  "found"sv, "put"sv};

// Most words of a list begin otherwise: that is seen without a call.
template <std::size_t N>
[[nodiscard]] constexpr bool among(const std::array<std::string_view, N>& words,
                                   std::string_view word) {
  return !word.empty() && std::ranges::any_of(words, [word](std::string_view one) {
    return one.front() == word.front() && one == word;
  });
}

// Whether one of the terms is one of the words.
template <std::size_t N>
[[nodiscard]] bool any_among(std::span<const text::Term> terms,
                             const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(terms,
                             [&words](const text::Term& term) { return among(words, term.word); });
}

// Whether one of the phrases stands in the text.
template <std::size_t N>
[[nodiscard]] bool holds_any(std::string_view text,
                             const std::array<std::string_view, N>& phrases) {
  return std::ranges::any_of(phrases, [text](std::string_view phrase) {
    return text.find(phrase) != std::string_view::npos;
  });
}

[[nodiscard]] constexpr bool participle(std::string_view word) {
  return (word.size() > 4 && word.ends_with("ed")) || among(kParticiples, word);
}

}  // namespace assay::assess::grammar
