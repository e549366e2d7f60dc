// SPDX-License-Identifier: Apache-2.0
// What measures, weakenings and exceptions leave of a match's force.
#include <algorithm>
#include <string>
#include <string_view>

#include "pipeline/assess/language/denials.hpp"
#include "pipeline/assess/language/sentence_words.hpp"
#include "pipeline/assess/reading/parties.hpp"
#include "pipeline/assess/support/comparer.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/assess/support/scope.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr double kFew = 4;  // up to here numbers are often not said again

void fall_short(Match& match, double left) {
  match.force *= left;
  match.shortfall *= left;
}

}  // namespace

void Comparer::weigh(std::size_t check, Match& match) const {
  const SubCheck& asked = checks_[check];
  const Passage& passage = reading_.passages[match.passage];
  match.force = 1;
  if (!asked.question) weigh_statement(check, match);
  const std::string& document = candidates_[passage.candidate].document.value;
  const bool unfilled = !asked.wants_form && reading_.unfilled.contains(document);
  if (unfilled || reading_.drafts.contains(document)) {
    match.force *= remaining_force(WeakeningRule::Draft);
    match.draft = true;
  }
}

void Comparer::weigh_statement(std::size_t check, Match& match) const {
  const SubCheck& asked = checks_[check];
  const Passage& passage = reading_.passages[match.passage];
  for (const Quantity& required : asked.quantities) {
    const QuantityMatch found = quantity_of(check, required, match.passage);
    const bool few = required.kind == QuantityKind::Count && required.value <= kFew;
    if (found == QuantityMatch::Missed) fall_short(match, constants::kQuantityMissed);
    if (found == QuantityMatch::Absent) {
      match.force *= few ? constants::kFewAbsent : constants::kQuantityAbsent;
    }
    match.quantity_missed = match.quantity_missed || found == QuantityMatch::Missed;
  }
  if (asked.period) weigh_period(*asked.period, passage, match);
  weaken(check, passage, match);
  if (asked.practice && of_sibling(check, passage)) {
    match.force = std::min(match.force, remaining_force(WeakeningRule::OtherParty));
  }
  if (asked.practice) weigh_exemption(check, passage, match);
  if (asked.practice) weigh_opposite(asked, passage, match);
  if (asked.prevents && !asked.negated && denies_ban(asked.terms, passage.terms)) {
    match.opposed = true;
    match.force = std::min(match.force, remaining_force(WeakeningRule::Negation));
    match.weakened.push_back({WeakeningRule::Negation, 0, 0, 0, passage.text.size()});
  }
}

void Comparer::weigh_period(const DayRange& period, const Passage& passage, Match& match) {
  const auto& days = days_of(passage);
  if (days.empty()) {
    fall_short(match, constants::kQuantityAbsent);
    return;
  }
  const bool within = std::ranges::any_of(days, [&period](const DayRange& day) {
    return day.no_year || (day.first <= period.last && day.last >= period.first);
  });
  if (within) return;
  match.force *= remaining_force(WeakeningRule::OutOfPeriod);
  match.weakened.push_back({WeakeningRule::OutOfPeriod, 0, 0, 0, passage.text.size()});
}

void Comparer::weigh_exemption(std::size_t check, const Passage& passage, Match& match) const {
  if (!passage.exempted_by || passage.exemption.managed) return;
  match.exempts_all =
      passage.exemption.all || lets_all_out(check, reading_.passages[*passage.exempted_by]);
  if (checks_[check].lets_out && !match.exempts_all) return;
  // "keeps the access suspended": what is asked for lets nothing out.
  const bool suspension = std::ranges::any_of(
      checks_[check].words, [](const AskedWord& asked) { return asked.word.stem == "suspend"; });
  if (suspension) return;
  const bool known = any_by(match.weakened, WeakeningRule::Exception);
  if (!known) fall_short(match, remaining_force(WeakeningRule::Exception));
  if (match.exempts_all) match.force *= constants::kSuspended;
  match.exempted_by = passage.exempted_by;
}

// "All infusion pumps are excluded": what is let out is all that is asked about, and no kind of it.
bool Comparer::lets_all_out(std::size_t check, const Passage& exempting) const {
  if (theme(check, exempting, false) < constants::kSameTheme) return false;
  const std::size_t verb = SentenceWords(exempting.text).verb_start();
  const bool named =
      std::ranges::any_of(exempting.words, [verb](const Word& word) { return word.start < verb; });
  return named && std::ranges::all_of(exempting.words, [&](const Word& word) {
           return word.start >= verb ||
                  std::ranges::any_of(checks_[check].words, [&word](const AskedWord& asked) {
                    return same_word(asked.word, word);
                  });
         });
}

void Comparer::weigh_opposite(const SubCheck& asked, const Passage& passage, Match& match) const {
  const text::Term* said = nullptr;
  for (const AskedWord& wanted : asked.words) {
    if (said != nullptr || wanted.theme || wanted.topic || !wanted.focus) continue;
    said = opposite_in(wanted.word.stem, passage.terms);
  }
  if (said == nullptr) return;
  std::string around = passage.text;
  for (const std::size_t beside : passage.beside) around += " " + reading_.passages[beside].text;
  if (is_managed(around)) return;
  match.opposed = true;
  match.force = std::min(match.force, match.shortfall * remaining_force(WeakeningRule::Negation));
  match.weakened.push_back(
      {WeakeningRule::Negation, said->start, said->end, 0, passage.text.size()});
}

void Comparer::weaken(std::size_t check, const Passage& passage, Match& match) const {
  const SubCheck& asked = checks_[check];
  double force = 1;    // of what denies it
  double partial = 1;  // of what binds less than is asked
  for (const Weakening& found : passage.weakenings) {
    if (!in_scope(asked, passage, found) || in_scope_of_sibling(check, passage, found)) continue;
    // "System: mail archive; saved: excluded" lets out all that is asked about.
    const bool whole = found.rule == WeakeningRule::Exception && !passage.columns.empty() &&
                       theme(check, passage, false) >= constants::kWhole;
    const bool in_part =
        found.rule == WeakeningRule::Wish || (found.rule == WeakeningRule::Exception && !whole);
    double& least = in_part ? partial : force;
    least = std::min(least, remaining_force(whole ? WeakeningRule::Negation : found.rule));
    match.weakened.push_back(found);
  }
  // A requirement on suppliers or customers is shown by what they do.
  if (passage.other_speaker || (passage.other_party && !asks_of_party(asked)) ||
      (asked.practice && has_other_subject(asked, passage, reading_))) {
    const WeakeningRule rule = WeakeningRule::OtherParty;
    force = std::min(force, remaining_force(rule));
    match.weakened.push_back({rule, 0, 0, 0, passage.text.size()});
  }
  if (asked.negated && !passage.denies) force *= remaining_force(WeakeningRule::Negation);
  if (force < partial) {
    match.force *= force;
  } else {
    fall_short(match, partial);
  }
}

// "The plan has not been exercised": of what another member asks, and not of this one.
bool Comparer::in_scope_of_sibling(std::size_t check, const Passage& passage,
                                   const Weakening& found) const {
  return std::ranges::any_of(checks_, [&](const SubCheck& other) {
    return &other != &checks_[check] && reaches_only(other, checks_[check], passage, found);
  });
}

bool Comparer::of_sibling(std::size_t check, const Passage& passage) const {
  const Vocabulary& headings = reading_.headings[passage.candidate];
  const bool row = !passage.columns.empty();
  return std::ranges::any_of(siblings_[check], [&](const Sibling& sibling) {
    if (sibling.named_alone(passage, headings)) return true;
    // "Group: servers", "Group: office PCs": a table of kinds, none of which is this member.
    return row && tables_of_siblings_[check].contains({passage.candidate, passage.columns}) &&
           !sibling.named_by(passage);
  });
}

}  // namespace assay::assess
