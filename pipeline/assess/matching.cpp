// SPDX-License-Identifier: Apache-2.0
// Holding passages against sub-checks: words first for all, vectors for the few that may matter.
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

// Passages compared by vector: for each sub-check the best by words, at most so many in all.
constexpr std::size_t kComparedPerCheck = 4;
constexpr std::size_t kComparedInAll = 10;

bool stronger(const Match& a, const Match& b) {
  if (a.value() != b.value()) return a.value() > b.value();
  return a.strength != b.strength ? a.strength > b.strength : a.passage < b.passage;
}

using Table = std::vector<std::vector<Coverage>>;  // by sub-check and passage

// Which passages to compare by vector, in order of passage.
std::set<std::size_t> worth_comparing(const Table& table) {
  std::vector<std::vector<std::size_t>> order;
  for (const auto& row : table) {
    std::vector<std::size_t> passages(row.size());
    for (std::size_t i = 0; i < passages.size(); ++i) passages[i] = i;
    const std::size_t kept = std::min(kComparedPerCheck, passages.size());
    std::ranges::partial_sort(passages, passages.begin() + static_cast<std::ptrdiff_t>(kept),
                              [&row](std::size_t a, std::size_t b) {
                                return row[a].all != row[b].all ? row[a].all > row[b].all : a < b;
                              });
    passages.resize(kept);
    order.push_back(std::move(passages));
  }
  std::set<std::size_t> out;
  for (std::size_t rank = 0; rank < kComparedPerCheck; ++rank) {
    for (const auto& passages : order) {
      if (rank < passages.size() && out.size() < kComparedInAll) out.insert(passages[rank]);
    }
  }
  return out;
}

// Cosines of sub-checks with the passages chosen; empty without an encoder.
class Similarities {
 public:
  Similarities(std::span<const SubCheck> checks, const Reading& reading,
               const std::set<std::size_t>& chosen, const EmbedTexts& embed) {
    if (!embed || chosen.empty()) return;
    std::vector<std::string> texts;
    for (const SubCheck& check : checks) texts.push_back(check.text);
    for (const std::size_t passage : chosen) {
      rows_[passage] = texts.size();
      texts.push_back(reading.passages[passage].text);
    }
    vectors_ = embed(texts);
    width_ = vectors_.size() / texts.size();
  }
  [[nodiscard]] bool has(std::size_t passage) const { return rows_.contains(passage); }
  [[nodiscard]] double cosine(std::size_t check, std::size_t passage) const {
    const float* a = vectors_.data() + check * width_;
    const float* b = vectors_.data() + rows_.at(passage) * width_;
    double sum = 0;
    for (std::size_t i = 0; i < width_; ++i) sum += static_cast<double>(a[i]) * b[i];
    return sum;
  }

 private:
  std::map<std::size_t, std::size_t> rows_;  // of each passage
  std::vector<float> vectors_;
  std::size_t width_ = 0;
};

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
    if (held || asked.topic) continue;
    out.push_back(check.text.substr(asked.word.start, asked.word.end - asked.word.start));
  }
  return out;
}

void conclude(std::size_t check_number, const SubCheck& check, const Comparer& comparer,
              const Reading& reading, std::vector<Match> matches, Finding& out) {
  std::ranges::sort(matches, stronger);
  const std::size_t kept = std::min(matches.size(), kKeptMatches);
  out.missing = missing_words(check, comparer, reading, std::span(matches).first(kept));
  if (matches.empty()) return;
  const Match best = matches.front();
  const double together = comparer.strength_together(check_number, matches);
  out.probability = model::probability(std::max(best.strength, together)) * best.force;
  const bool all = asks_for_all(check);
  for (const Match& match : matches) {
    const bool hurts = match.force < 0.7 && (!match.weakened.empty() || match.quantity_missed);
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
                                   const EmbedTexts& embed) {
  const Comparer comparer(checks, reading, candidates, weight);
  Table table(checks.size());
  for (std::size_t c = 0; c < checks.size(); ++c) {
    for (const Passage& passage : reading.passages) {
      table[c].push_back(comparer.coverage(c, comparer.credits(c, passage)));
    }
  }
  const Similarities similar(checks, reading, worth_comparing(table), embed);
  std::vector<Finding> out(checks.size());
  for (std::size_t c = 0; c < checks.size(); ++c) {
    std::vector<Match> matches;
    for (std::size_t p = 0; p < reading.passages.size(); ++p) {
      Match match;
      match.passage = p;
      match.coverage = table[c][p].all;
      match.focus_coverage = table[c][p].focus;
      match.key = table[c][p].key;
      const bool compared = similar.has(p);
      if (compared) match.similarity = similar.cosine(c, p);
      match.strength = model::strength(lexical(table[c][p]), match.similarity, compared);
      // What was not worth comparing by vector must not win for lack of it.
      if (embed && !compared) match.strength *= 1 - model::kSimilarityShare;
      if (match.strength <= 0) continue;
      comparer.weigh(c, match);
      matches.push_back(std::move(match));
    }
    conclude(c, checks[c], comparer, reading, std::move(matches), out[c]);
  }
  return out;
}

}  // namespace assay::assess
