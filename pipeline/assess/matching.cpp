// SPDX-License-Identifier: Apache-2.0
// Holding passages against sub-checks: each passage by its words.
#include "pipeline/assess/matching.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "pipeline/assess/comparer.hpp"
#include "pipeline/assess/model.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

bool stronger(const Match& a, const Match& b) {
  if (a.value() != b.value()) return a.value() > b.value();
  return a.strength != b.strength ? a.strength > b.strength : a.passage < b.passage;
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
      return comparer.credit_of(asked.word, reading.passages[match.passage]) > 0;
    });
    if (held || asked.topic || asked.word.end == 0) continue;
    out.push_back(check.text.substr(asked.word.start, asked.word.end - asked.word.start));
  }
  return out;
}

void conclude(std::size_t check_number, const SubCheck& check, const Comparer& comparer,
              const Reading& reading, std::optional<double> opinion, std::vector<Match> matches,
              Finding& out) {
  std::ranges::sort(matches, stronger);
  const std::size_t kept = std::min(matches.size(), kKeptMatches);
  out.missing = missing_words(check, comparer, reading, std::span(matches).first(kept));
  if (matches.empty()) return;
  const Match best = matches.front();
  const double together = comparer.strength_together(check_number, matches);
  const double shown = model::probability(std::max(best.strength, together));
  out.probability = opinion.value_or(shown) * best.force;
  const bool all = asks_for_all(check);
  for (const Match& match : matches) {
    const bool gainsaid = std::ranges::any_of(
        match.weakened, [](const Weakening& found) { return gainsays(found.rule); });
    const bool hurts = match.force < 0.7 && (gainsaid || match.quantity_missed);
    if (!hurts || best.force < 1) continue;
    // Of all rows of a table each counts, even one that says less than the best.
    const bool row = all && !reading.passages[match.passage].columns.empty();
    if (match.strength < (row ? model::kAsCloseRow : model::kAsClose) * best.strength) continue;
    if (out.contradicted && out.contradiction.strength >= match.strength) continue;
    out.contradicted = true;
    out.contradiction = match;
  }
  if (out.contradicted) {
    const double left = model::kContradicted;
    out.probability *= all ? left * left : left;
  }
  if (all) out.gap = comparer.gap_in_table(check_number, best);
  if (out.gap) out.probability *= model::kTableGap;
  matches.resize(kept);
  out.matches = std::move(matches);
}

}  // namespace

std::vector<Finding> find_evidence(std::span<const SubCheck> checks, const Reading& reading,
                                   std::span<const Candidate> candidates, const StemWeight& weight,
                                   std::span<const std::optional<double>> opinions) {
  const Comparer comparer(checks, reading, candidates, weight);
  std::vector<Finding> out(checks.size());
  for (std::size_t c = 0; c < checks.size(); ++c) {
    std::vector<Match> matches;
    for (std::size_t p = 0; p < reading.passages.size(); ++p) {
      const Coverage coverage = comparer.coverage(c, comparer.credits(c, reading.passages[p]));
      Match match;
      match.passage = p;
      match.coverage = coverage.all;
      match.focus_coverage = coverage.focus;
      match.key = coverage.key;
      match.strength = lexical(coverage);
      if (match.strength <= 0) continue;
      comparer.weigh(c, match);
      matches.push_back(std::move(match));
    }
    conclude(c, checks[c], comparer, reading, opinions[c], std::move(matches), out[c]);
  }
  return out;
}

}  // namespace assay::assess
