// SPDX-License-Identifier: Apache-2.0
// Weakenings that are what is asked for, and the words that a weakening reaches.
#include "pipeline/assess/bearing.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

// Of a plan that is asked for: it plans something, or is itself still to come?
bool unwritten(std::string_view words) {
  const std::string said = text::folded(words);
  return grammar::among(lists::kUnwrittenPhrases, said);
}

// "No more than three sessions are open"
bool asks_limit(const SubCheck& asked) {
  return std::ranges::any_of(asked.quantities, [](const Quantity& quantity) {
    return quantity.kind == QuantityKind::Count && quantity.bound == Bound::AtMost;
  });
}

// "Deficiency: door 4 does not close": what a register denies within the column of the things it
// is kept for.
bool stands_in_column_of(const SubCheck& asked, const Passage& row, const Weakening& found) {
  for (const Cell& cell : cells(row.text)) {
    if (found.start < cell.value.start || found.start >= cell.value.end) continue;
    Vocabulary name;
    name.add(cell.name.of(row.text));
    // "Tests: not held" denies them, "Nonconformity: tests not held" says which it is.
    const bool behind = found.start > cell.value.start;
    return std::ranges::any_of(asked.words, [&](const AskedWord& wanted) {
      return (wanted.theme || behind) && name.holds(wanted.word) == 1;
    });
  }
  return false;
}

bool reached_by_any(const Passage& passage, const Word& word) {
  return std::ranges::any_of(passage.weakenings, [&word](const Weakening& found) {
    return contradicts(found.rule) && reaches(found, word);
  });
}

// "The machine is switched off, locked and tagged": what is asked of it stands where the denial
// does not reach.
bool says_deed_elsewhere(const SubCheck& asked, const Passage& passage, const Weakening& found) {
  const std::string_view said(passage.text.data() + found.start, found.end - found.start);
  if (!said.ends_with(" off")) return false;
  return std::ranges::any_of(passage.words, [&](const Word& word) {
    return !reaches(found, word) && word.start >= found.end &&
           std::ranges::any_of(asked.words, [&word](const AskedWord& wanted) {
             return !wanted.theme && !wanted.topic && commonness(wanted.word.stem) == 1 &&
                    wanted.word.stem == word.stem;
           });
  });
}

bool reaches_asked(const SubCheck& asked, const Passage& passage, const Weakening& found) {
  // "Sessions are recorded": where all it asks of its theme are common words, they are what is
  // denied.
  const bool common = std::ranges::none_of(asked.words, [](const AskedWord& wanted) {
    return !wanted.theme && !wanted.topic && commonness(wanted.word.stem) == 1;
  });
  bool of_theme = false;
  for (const Word& word : passage.words) {
    if (!reaches(found, word)) continue;
    // "Keys have 256 bits; shorter keys are not offered": of the subject only what stands there
    // alone is denied.
    const bool elsewhere =
        word.end <= found.start && std::ranges::any_of(passage.words, [&](const Word& other) {
          return same_word(other, word) && !reached_by_any(passage, other);
        });
    if (elsewhere) continue;
    for (const AskedWord& wanted : asked.words) {
      if (commonness(wanted.word.stem) < 1 && (!common || wanted.topic)) continue;
      if (!same_word(wanted.word, word)) continue;
      if (!wanted.theme) return true;
      of_theme = true;
    }
  }
  return of_theme && !says_deed_elsewhere(asked, passage, found);
}

// Whether the very form of what weakens is what is asked for.
bool is_wanted(const SubCheck& asked, const Passage& passage, const Weakening& found) {
  const bool row = !passage.columns.empty();
  const auto words = [&] {
    return std::string_view(passage.text).substr(found.start, found.end - found.start);
  };
  switch (found.rule) {
    case WeakeningRule::Negation:
      // What is said to be absent is part of a criterion: "Surface: no visible scratches".
      return asked.negated || asked.prevents || (asked.wants_definition && row) ||
             stands_in_column_of(asked, passage, found);
    case WeakeningRule::Contents:
      return asked.wants_list || asked.wants_form;
    case WeakeningRule::Wish:
      // "A user may keep two sessions open": a limit is said by what is permitted. And a register
      // is one, whatever its rows say is still to be done.
      return (asks_limit(asked) && words() == "may") || (asked.wants_list && row);
    case WeakeningRule::Plan:
      return (asked.wants_list && row) || (asked.wants_plan && !unwritten(words()));
    case WeakeningRule::History:
      return asked.wants_approval;
    case WeakeningRule::Blank:
      return asked.wants_form;
    case WeakeningRule::Definition:
      return asked.wants_definition;
    case WeakeningRule::Exception:
      return passage.exemption.managed || asked.lets_out || is_managed(passage.text);
    case WeakeningRule::Failure:
      return row && stands_in_column_of(asked, passage, found);
    case WeakeningRule::Draft:
    case WeakeningRule::Outdated:
    case WeakeningRule::OtherParty:
    case WeakeningRule::OutOfPeriod:
    case WeakeningRule::Question:
      return false;
  }
  return false;
}

}  // namespace

bool bears_on(const SubCheck& asked, const Passage& passage, const Weakening& found) {
  if (is_wanted(asked, passage, found)) return false;
  // Not of single words.
  const bool of_all = tells_kind(found.rule) || found.end == 0 || passage.placeholder;
  return of_all || reaches_asked(asked, passage, found);
}

}  // namespace assay::assess
