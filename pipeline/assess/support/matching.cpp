// SPDX-License-Identifier: Apache-2.0
// Comparing passages with sub-checks, and what a sub-check's best passages show.
#include "pipeline/assess/support/matching.hpp"

#include <algorithm>
#include <numeric>

#include "pipeline/assess/support/comparer.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

bool asks_for_all(const SubCheck& check) {
  return std::ranges::any_of(check.terms, [](const text::Term& term) {
    return term.word == "every" || term.word == "each" || term.word == "all";
  });
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

void conclude(std::size_t check_number, const SubCheck& check, const Comparer& comparer,
              const Reading& reading, const Shown& shown, std::vector<Match> matches,
              Finding& out) {
  std::ranges::sort(matches, stronger);
  const std::size_t kept = std::min(matches.size(), kKeptMatches);
  out.missing = missing_words(check, comparer, reading, std::span(matches).first(kept));
  if (matches.empty()) return;
  Match best = matches.front();
  if (check.practice) {
    const DocumentSupport support = best_supported(check_number, comparer, reading, shown, matches);
    out.probability = support.probability;
    best = support.basis;
  } else {
    std::vector<std::size_t> everything(reading.passages.size());
    std::iota(everything.begin(), everything.end(), 0U);
    out.probability = shown(check_number, {}, everything) * best.force;
  }
  const bool all = asks_for_all(check);
  for (const Match& match : matches) {
    const bool contradicted = std::ranges::any_of(
        match.weakened, [](const Weakening& found) { return contradicts(found.rule); });
    if (any_by(match.weakened, WeakeningRule::OtherParty)) continue;
    const bool against = match.force < 0.7 && (contradicted || match.quantity_missed ||
                                               match.exempted_by == match.passage);
    if (!against || best.force < (check.practice ? constants::kUnweakened : 1)) continue;
    if (match.draft && !best.draft) continue;  // what is not in force contradicts nothing
    // Of all rows of a table each counts, even one that says less than the best.
    const bool row = all && !reading.passages[match.passage].columns.empty();
    const bool exempts = match.exempted_by == match.passage;
    const bool denied = check.practice && comparer.denies_it(check_number, match, false);
    // A figure of exceptions that are approved and limited is not of the rule.
    const std::string& said = reading.passages[match.passage].text;
    const bool row_of_exception =
        contradicted && !reading.passages[match.passage].columns.empty() && is_managed(said);
    if (row_of_exception ||
        (match.quantity_missed && !contradicted && !exempts && is_managed(said))) {
      continue;
    }
    const double close = exempts                   ? constants::kAsCloseExemption
                         : match.opposed && denied ? constants::kAsCloseOpposed
                         : denied                  ? constants::kAsCloseDenial
                         : check.practice          ? constants::kAsClosePractice
                         : row                     ? constants::kAsCloseRow
                                                   : constants::kAsClose;
    if (match.strength < close * best.strength) continue;
    if (check.practice && !comparer.contradicts(check_number, match, best)) continue;
    if (out.contradicted && out.contradiction.strength >= match.strength) continue;
    out.contradicted = true;
    out.contradiction = match;
  }
  if (out.contradicted) {
    const bool suspended =
        out.contradiction.exempts_all && out.contradiction.exempted_by == out.contradiction.passage;
    const double once = suspended ? constants::kSuspended : constants::kContradicted;
    const double left = all ? once * once : once;
    out.probability =
        check.practice && !suspended ? cut_short(out.probability, left) : out.probability * left;
    out.probability = std::min(out.probability, constants::kMaxContradicted);
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
      comparer.cover(c, match);
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
