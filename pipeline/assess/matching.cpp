// SPDX-License-Identifier: Apache-2.0
// Holding passages against sub-checks: each passage by its words.
#include "pipeline/assess/matching.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "pipeline/assess/comparer.hpp"
#include "pipeline/assess/model.hpp"
#include "pipeline/assess/subjects.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

bool stronger(const Match& a, const Match& b) {
  if (a.value() != b.value()) return a.value() > b.value();
  return a.strength != b.strength ? a.strength > b.strength : a.passage < b.passage;
}

void hold(Match& match, const Coverage& coverage) {
  match.coverage = coverage.all;
  match.focus_coverage = coverage.focus;
  match.key = coverage.key;
  match.strength = lexical(coverage);
}

bool asks_for_all(const SubCheck& check) {
  for (const text::Term& term : text::terms(check.text)) {
    if (term.word == "every" || term.word == "each" || term.word == "all") return true;
  }
  return false;
}

// Words asked for that none of the matches holds, as the requirement has them.
std::vector<std::string> missing_words(const SubCheck& check, const Comparer& comparer,
                                       const Reading& reading, std::span<const Match> matches) {
  std::vector<std::string> out;
  for (const AskedWord& asked : check.words) {
    const bool held = std::ranges::any_of(matches, [&](const Match& match) {
      return comparer.credit_of(asked, reading.passages[match.passage]) > 0;
    });
    if (held || asked.topic || asked.word.end == 0) continue;
    out.push_back(check.text.substr(asked.word.start, asked.word.end - asked.word.start));
  }
  return out;
}

// What of a probability is left to a thing that is shown, but falls short: never so little that it
// would count as not shown.
double cut_short(double shown, double left) {
  return std::max(shown * left, std::min(shown, model::kInPart));
}

double left_by(const Match& match, double shown) {
  return cut_short(shown * match.force / match.shortfall, match.shortfall);
}

// Titles and definitions say nothing to the matter, for or against.
bool silent(const Match& match) {
  return !match.draft && std::ranges::all_of(match.weakened, [](const Weakening& found) {
    return tells_kind(found.rule);
  });
}

// The strongest, or the passage beside it whose words make it so.
std::vector<Match>::const_iterator says_most(const std::vector<Match>& matches,
                                             const Reading& reading) {
  const auto strongest = std::ranges::max_element(matches, {}, &Match::strength);
  const auto& beside = reading.passages[strongest->passage].beside;
  return std::ranges::max_element(matches, {}, [&](const Match& match) {
    const bool near = match.passage == strongest->passage ||
                      std::ranges::find(beside, match.passage) != beside.end();
    return near ? match.alone : -1;
  });
}

// What weakens a passage weakens what it alone shows: the others count as if it were not there.
// basis: the passage that the probability rests on.
double probability_of(std::size_t number, const SubCheck& check, const Comparer& comparer,
                      const Reading& reading, const Shown& shown, const std::vector<Match>& matches,
                      Match& basis) {
  const auto of = [&](const std::vector<Match>& some, const std::set<std::size_t>& left_out) {
    const Match& first = some.front();
    const double together = comparer.strength_together(number, some, left_out);
    return shown(number,
                 {std::max(first.strength, together), first.focus_coverage,
                  comparer.theme(number, reading.passages[first.passage], true, left_out),
                  reading.passages.size()},
                 left_out);
  };
  basis = matches.front();
  const auto strongest = says_most(matches, reading);
  std::set<std::size_t> weakened;
  std::vector<Match> rest;
  bool done = false;  // whether the rest names what is to be done, or nothing does
  bool undone = false;
  for (const Match& match : matches) {
    const bool names = comparer.deed(number, reading.passages[match.passage]) >= model::kNamesDeed;
    if (match.force < model::kUnweakened) {
      weakened.insert(match.passage);
      const bool of_it =
          comparer.theme(number, reading.passages[match.passage], false) >= model::kSameTheme;
      const bool speaks = match.passage == strongest->passage || (of_it && !silent(match));
      undone = undone || (names && speaks);
    } else {
      rest.push_back(match);
      done = done || names;
    }
  }
  undone = undone && !done;
  if (!check.practice) return of(matches, {}) * basis.force;
  if (strongest->force >= model::kUnweakened && !undone) return left_by(basis, of(matches, {}));
  for (Match& match : rest) {
    hold(match, comparer.coverage(
                    number, comparer.credits(number, reading.passages[match.passage], weakened)));
  }
  std::erase_if(rest, [](const Match& match) { return match.strength <= 0; });
  std::ranges::sort(rest, stronger);
  const auto worst = std::ranges::max_element(matches, {}, [](const Match& match) {
    return match.force < model::kUnweakened ? match.alone : -1;  // of what is weakened
  });
  const double all = left_by(*worst, of(matches, {}));
  if (rest.empty()) return all;
  const auto next = std::ranges::max_element(rest, {}, &Match::strength);
  double left = undone ? model::kDenied : 1;
  const bool says_so = !strongest->weakened.empty() || strongest->draft;
  if (says_so && !(silent(*strongest) && rest.front().strength >= model::kSpeaks) &&
      strongest->strength >= model::kDominates * next->strength) {
    const bool denied = comparer.denies_it(number, *strongest, false);
    left = std::min(left, denied ? model::kDenied : model::kDominated);
  }
  const double others = left * left_by(rest.front(), of(rest, weakened));
  if (others > all) basis = rest.front();
  return std::max(all, others);
}

void conclude(std::size_t check_number, const SubCheck& check, const Comparer& comparer,
              const Reading& reading, const Shown& shown, std::vector<Match> matches,
              Finding& out) {
  std::ranges::sort(matches, stronger);
  const std::size_t kept = std::min(matches.size(), kKeptMatches);
  out.missing = missing_words(check, comparer, reading, std::span(matches).first(kept));
  if (matches.empty()) return;
  Match best;
  out.probability = probability_of(check_number, check, comparer, reading, shown, matches, best);
  const bool all = asks_for_all(check);
  for (const Match& match : matches) {
    const bool gainsaid = std::ranges::any_of(
        match.weakened, [](const Weakening& found) { return gainsays(found.rule); });
    const bool of_another = any_by(match.weakened, WeakeningRule::OtherParty);
    if (of_another || names_another(check, reading.passages[match.passage])) continue;
    const bool hurts = match.force < 0.7 &&
                       (gainsaid || match.quantity_missed || match.exempted_by == match.passage);
    if (!hurts || best.force < (check.practice ? model::kUnweakened : 1)) continue;
    if (match.draft && !best.draft) continue;  // what is not in force gainsays nothing
    // Of all rows of a table each counts, even one that says less than the best.
    const bool row = all && !reading.passages[match.passage].columns.empty();
    const bool exempts = match.exempted_by == match.passage;
    const bool denied = check.practice && comparer.denies_it(check_number, match, false);
    const double close = exempts          ? model::kAsCloseExemption
                         : denied         ? model::kAsCloseDenial
                         : check.practice ? model::kAsClosePractice
                         : row            ? model::kAsCloseRow
                                          : model::kAsClose;
    if (match.strength < close * best.strength) continue;
    if (check.practice && !comparer.gainsays(check_number, match, best)) continue;
    if (out.contradicted && out.contradiction.strength >= match.strength) continue;
    out.contradicted = true;
    out.contradiction = match;
  }
  if (out.contradicted) {
    const bool suspended = reading.passages[out.contradiction.passage].exemption.all &&
                           out.contradiction.exempted_by == out.contradiction.passage;
    const double once = suspended ? model::kSuspended : model::kContradicted;
    const double left = all ? once * once : once;
    out.probability =
        check.practice && !suspended ? cut_short(out.probability, left) : out.probability * left;
    out.probability = std::min(out.probability, model::kMostContradicted);
  }
  if (all) out.gap = comparer.gap_in_table(check_number, best);
  if (out.gap) {
    out.probability = check.practice ? cut_short(out.probability, model::kTableGap)
                                     : out.probability * model::kTableGap;
  }
  out.uncalibrated = out.probability;
  matches.resize(kept);
  out.matches = std::move(matches);
}

}  // namespace

std::vector<Finding> find_evidence(std::span<const SubCheck> checks, const Reading& reading,
                                   std::span<const Candidate> candidates, const StemWeight& weight,
                                   FeatureReader& reader, const Shown& shown) {
  const Comparer comparer(checks, reading, candidates, weight, reader);
  std::vector<Finding> out(checks.size());
  for (std::size_t c = 0; c < checks.size(); ++c) {
    std::vector<Match> matches;
    for (std::size_t p = 0; p < reading.passages.size(); ++p) {
      Match match;
      match.passage = p;
      hold(match, comparer.coverage(c, comparer.credits(c, reading.passages[p])));
      if (match.strength <= 0) continue;
      const auto& beside = reading.passages[p].beside;
      match.alone = lexical(comparer.coverage(
          c, comparer.credits(c, reading.passages[p], {beside.begin(), beside.end()})));
      comparer.weigh(c, match);
      matches.push_back(std::move(match));
    }
    conclude(c, checks[c], comparer, reading, shown, std::move(matches), out[c]);
  }
  return out;
}

}  // namespace assay::assess
