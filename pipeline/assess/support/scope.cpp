// SPDX-License-Identifier: Apache-2.0
// Weakenings that are what is asked for, the words that a weakening reaches, and words that tell
// two sub-checks apart.
#include "pipeline/assess/support/scope.hpp"

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
bool names_action_elsewhere(const SubCheck& asked, const Passage& passage, const Weakening& found) {
  const std::string_view said(passage.text.data() + found.start, found.end - found.start);
  if (!said.ends_with(" off")) return false;
  return std::ranges::any_of(passage.words, [&](const Word& word) {
    return !reaches(found, word) && word.start >= found.end &&
           std::ranges::any_of(asked.words, [&word](const AskedWord& wanted) {
             return !wanted.theme && !wanted.topic && is_distinctive(wanted.word.stem) &&
                    wanted.word.stem == word.stem;
           });
  });
}

bool reaches_asked(const SubCheck& asked, const Passage& passage, const Weakening& found) {
  // "Sessions are recorded": where all it asks of its theme are common words, they are what is
  // denied.
  const bool common = asks_common_action(asked);
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
      if (!is_distinctive(wanted.word.stem) && (!common || wanted.topic)) continue;
      if (!same_word(wanted.word, word)) continue;
      if (!wanted.theme) return true;
      of_theme = true;
    }
  }
  return of_theme && !names_action_elsewhere(asked, passage, found);
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

bool in_scope(const SubCheck& asked, const Passage& passage, const Weakening& found) {
  if (is_wanted(asked, passage, found)) return false;
  // Not of single words.
  const bool of_all = describes_kind(found.rule) || found.end == 0 || passage.placeholder;
  return of_all || reaches_asked(asked, passage, found);
}

namespace {

std::vector<const AskedWord*> not_shared(const SubCheck& one, const SubCheck& other) {
  std::vector<const AskedWord*> out;
  for (const AskedWord& here : one.words) {
    if (here.topic || here.word.number) continue;
    const bool shared = std::ranges::any_of(
        other.words, [&here](const AskedWord& there) { return here.word.stem == there.word.stem; });
    if (!shared) out.push_back(&here);
  }
  return out;
}

// Those that tell the two apart. Words as common as "staff" do where there are none other.
std::vector<const AskedWord*> distinctive(const std::vector<const AskedWord*>& words) {
  std::vector<const AskedWord*> out;
  std::vector<const AskedWord*> common;
  for (const AskedWord* word : words) {
    if (is_distinctive(word->word.stem)) {
      out.push_back(word);
    } else if (word->theme) {
      common.push_back(word);
    }
  }
  return out.empty() ? common : out;
}

// "Porto", "CRM": written with a capital within the sentence.
bool is_name(const SubCheck& check, const AskedWord& asked) {
  const std::size_t at = asked.word.start;
  return at > 0 && at < check.text.size() && grammar::is_capital(check.text[at]);
}

}  // namespace

std::optional<Sibling> Sibling::of(const SubCheck& asked, const SubCheck& other) {
  Sibling out;
  out.any_of_mine_ = not_shared(asked, other);
  out.mine_ = distinctive(out.any_of_mine_);
  out.others_ = distinctive(not_shared(other, asked));
  const bool list = !out.mine_.empty() && !out.others_.empty() &&
                    out.mine_.size() < asked.words.size() &&
                    out.others_.size() < other.words.size();
  if (!list) return std::nullopt;
  // "roles and responsibilities": two words for one thing.
  const auto action = [](const AskedWord* word) { return grammar::participle(word->spoken); };
  const bool alike = out.mine_.size() == 1 && out.others_.size() == 1 &&
                     !action(out.mine_.front()) && !action(out.others_.front()) &&
                     !names_group(out.mine_.front()->word) &&
                     same_word(out.mine_.front()->word, out.others_.front()->word);
  if (alike) return std::nullopt;
  // "employees and agency workers": each by its own word.
  for (const AskedWord* mine : out.mine_) {
    const bool near = std::ranges::any_of(out.others_, [mine](const AskedWord* theirs) {
      return same_word(mine->word, theirs->word);
    });
    if (near) out.same_ = 1;
  }
  // Names tell them apart, whatever else differs.
  const auto common = [&asked](const AskedWord* word) { return !is_name(asked, *word); };
  out.by_name_ = !std::ranges::all_of(out.mine_, common);
  if (out.by_name_) std::erase_if(out.mine_, common);
  return out;
}

bool reaches_only(const SubCheck& other, const SubCheck& asked, const Passage& passage,
                  const Weakening& found) {
  const bool denies = found.rule == WeakeningRule::Negation || found.rule == WeakeningRule::Failure;
  if (!denies || !passage.columns.empty()) return false;
  const auto reached = [&](const std::vector<const AskedWord*>& words) {
    return std::ranges::any_of(passage.words, [&](const Word& word) {
      return reaches(found, word) && std::ranges::any_of(words, [&word](const AskedWord* wanted) {
               return !wanted->theme && wanted->word.stem == word.stem;
             });
    });
  };
  const auto mine = not_shared(asked, other);
  const auto others = not_shared(other, asked);
  const bool list = mine.size() < asked.words.size() && others.size() < other.words.size();
  return list && reached(others) && !reached(mine);
}

bool Sibling::named_alone(const Passage& passage, const Vocabulary& headings) const {
  if (!passage.columns.empty() && !by_name_) return row_of_other(passage);
  const auto named = [&](const std::vector<const AskedWord*>& words) {
    return std::ranges::any_of(words, [&](const AskedWord* asked) {
      return passage.own.holds(asked->word) >= same_ || headings.holds(asked->word) >= same_;
    });
  };
  return named(others_) && !named(mine_);
}

bool Sibling::named_by(const Passage& passage) const {
  return std::ranges::any_of(any_of_mine_, [&](const AskedWord* asked) {
    return passage.own.holds(asked->word) >= same_;
  });
}

// "Status: own employee" where the agency's are asked for. A column's name says nothing: a row
// holds each in its own cell.
bool Sibling::row_of_other(const Passage& row) const {
  const auto valued = [&row](const AskedWord* asked) {
    const auto all = cells(row.text);
    return std::ranges::any_of(row.words, [&](const Word& word) {
      return same_word(asked->word, word) && std::ranges::any_of(all, [&word](const Cell& cell) {
               return word.start >= cell.value.start && word.end <= cell.value.end;
             });
    });
  };
  return !named_by(row) && std::ranges::all_of(others_, valued);
}

}  // namespace assay::assess
