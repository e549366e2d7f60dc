// SPDX-License-Identifier: Apache-2.0
// Whether a passage contradicts what another one shows: it denies the thing, or what is asked of
// it, and is about the same matter.
#include <algorithm>
#include <array>
#include <string_view>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/support/comparer.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/assess/support/tables.hpp"

namespace assay::assess {
namespace {

// "is exempt from this procedure": from what the document lays down.
bool names_rule(const Passage& passage) {
  for (std::size_t i = 1; i < passage.terms.size(); ++i) {
    if (passage.terms[i - 1].word == "this" &&
        grammar::among(lists::kRuleNouns, passage.terms[i].word))
      return true;
  }
  return false;
}

// "no backup", "the review has not taken place": that there is none, or that it was not done. "Not
// all" leaves some.
bool denies_existence(const Weakening& found, std::string_view text) {
  const std::string_view behind = text.substr(found.end);
  const bool some = behind.starts_with(" all ") || behind.starts_with(" every ");
  return !some && (found.rule == WeakeningRule::Negation || found.rule == WeakeningRule::Failure);
}

// Whether the weakening applies to the word asked for.
bool reaches_word(const Weakening& found, const Passage& passage, const AskedWord& asked) {
  return std::ranges::any_of(passage.words, [&](const Word& word) {
    return reaches(found, word) && same_word(asked.word, word);
  });
}

}  // namespace

bool Comparer::denies_it(std::size_t check, const Match& match, bool with_context,
                         double least) const {
  const Passage& passage = reading_.passages[match.passage];
  const double about = theme(check, passage, with_context);
  // A contrary state needs no word of what is asked for.
  if (match.opposed && about >= constants::kSameTheme) return true;
  if (about < least && !same_noun(check, passage)) return false;
  const bool common = asks_common_action(checks_[check]);
  return std::ranges::any_of(match.weakened, [&](const Weakening& found) {
    if (!assess::contradicts(found.rule)) return false;
    if (found.of_before && with_context) return true;
    double theme = 0;
    double denied = 0;
    for (std::size_t i = 0; i < checks_[check].words.size(); ++i) {
      const AskedWord& asked = checks_[check].words[i];
      if (asked.topic || (!is_distinctive(asked.word.stem) && (!common || asked.theme))) continue;
      const bool reached = reaches_word(found, passage, asked);
      if (!asked.theme && reached) return true;
      theme += asked.theme ? weights_[check][i] : 0;
      denied += asked.theme && reached ? weights_[check][i] : 0;
    }
    // Where something is asked of it, a passage that names nothing of that speaks of another case.
    return denies_existence(found, passage.text) &&
           action(check, passage) >= constants::kNamesAction && theme > 0 &&
           denied >= constants::kThemeDenied * theme;
  });
}

bool Comparer::same_theme(std::size_t check, const Passage& passage, bool with_context) const {
  return theme(check, passage, with_context) >= constants::kSameTheme || same_noun(check, passage);
}

bool Comparer::same_noun(std::size_t check, const Passage& passage) const {
  const auto& words = checks_[check].words;
  const AskedWord* noun = nullptr;
  for (const AskedWord& asked : words) {
    if (noun != nullptr && !asked.theme) break;
    if (asked.theme) noun = &asked;
  }
  return noun != nullptr && is_distinctive(noun->word.stem) && passage.own.holds(noun->word) == 1 &&
         !asks_common_action(checks_[check]) && action(check, passage) >= constants::kWhole;
}

double Comparer::only_denied(std::size_t check, std::span<const Match> matches) const {
  double whole = 0;
  double lost = 0;
  for (std::size_t i = 0; i < checks_[check].words.size(); ++i) {
    const AskedWord& asked = checks_[check].words[i];
    if (asked.topic || asked.word.number || !is_distinctive(asked.word.stem)) continue;
    whole += weights_[check][i];
    bool denied = false;
    bool held = false;
    for (const Match& match : matches) {
      const Passage& passage = reading_.passages[match.passage];
      if (match.force >= constants::kUnweakened) {
        held = held || own_credit(asked, passage) > 0;
        continue;
      }
      if (any_by(match.weakened, WeakeningRule::OtherParty)) continue;
      const bool left_open =
          passage.placeholder && reading_.headings[passage.candidate].holds(asked.word) == 1;
      denied = denied || left_open;
      denied = denied || std::ranges::any_of(match.weakened, [&](const Weakening& found) {
                 if (found.rule == WeakeningRule::Definition)
                   return passage.own.holds(asked.word) == 1;
                 return assess::contradicts(found.rule) && reaches_word(found, passage, asked);
               });
    }
    if (denied && !held) lost += weights_[check][i];
  }
  return whole > 0 ? lost / whole : 0;
}

// Of a table: what the one row shows names what is asked about, the other one something else.
bool Comparer::is_row_of_other(std::size_t check, const Passage& row, const Passage& shows) const {
  return std::ranges::any_of(checks_[check].words, [&](const AskedWord& asked) {
    return asked.theme && shows.own.holds(asked.word) == 1 && row.own.holds(asked.word) == 0;
  });
}

bool Comparer::names_asked(std::size_t check, const Passage& passage) const {
  return std::ranges::any_of(checks_[check].words, [&passage](const AskedWord& asked) {
    return !asked.topic && !asked.theme && is_distinctive(asked.word.stem) &&
           passage.own.holds(asked.word) == 1;
  });
}

bool Comparer::contradicts(std::size_t check, const Match& match, const Match& best) const {
  const Passage& against = reading_.passages[match.passage];
  const Passage& shows = reading_.passages[best.passage];
  const bool elsewhere =
      candidates_[against.candidate].document != candidates_[shows.candidate].document;
  const bool exempts = match.exempted_by == match.passage;
  if (exempts && (shows.exempted_by == match.passage ||
                  (!elsewhere && (names_asked(check, against) || names_rule(against))))) {
    return true;
  }
  const bool context = elsewhere || !against.columns.empty();
  if (!same_theme(check, against, context)) return false;
  // A row must be of the same thing, a figure of much the same sentence; else it must deny what is
  // asked.
  if (!against.columns.empty()) {
    const bool same_table = !elsewhere && against.columns == shows.columns;
    // What a document says of its older editions is history.
    const bool history = any_by(against.weakenings, WeakeningRule::History);
    if (history || (same_table && is_row_of_other(check, against, shows))) return false;
    const bool titled = same_table || elsewhere;  // the title of its table counts as well
    return theme(check, against, titled) >= constants::kRowTheme ||
           same_theme(check, against, titled);
  }
  // A figure is of the same thing where it is said of all that is asked about, or of the same
  // action.
  const bool figure = match.quantity_missed && (action(check, against) >= constants::kNamesAction ||
                                                theme(check, against, false) >= constants::kWhole);
  // Another document need not name all of it where it names what is to be done.
  const bool done = elsewhere && action(check, against) >= constants::kSameTheme;
  const double least = done ? constants::kSameTheme : constants::kThemeDenied;
  return figure || exempts || denies_it(check, match, elsewhere, least);
}

}  // namespace assay::assess
