// SPDX-License-Identifier: Apache-2.0
// Holding passages against sub-checks: words first for all, vectors for the few that may matter.
#include "pipeline/assess/matching.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "pipeline/assess/model.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

// Passages compared by vector: for each sub-check the best by words, at most so many in all.
constexpr std::size_t kComparedPerCheck = 4;
constexpr std::size_t kComparedInAll = 10;

struct Coverage {
  double all = 0;
  double focus = 0;
};

class Comparer {
 public:
  Comparer(std::span<const SubCheck> checks, const Reading& reading,
           std::span<const Candidate> candidates, const StemWeight& weight)
      : checks_(checks), reading_(reading), candidates_(candidates), weight_(weight) {
    for (const SubCheck& check : checks) {
      std::vector<double> weights;
      for (const AskedWord& asked : check.words) {
        weights.push_back(word_weight(asked.word, weight_) *
                          (asked.focus ? model::kFocusWeight : 1));
      }
      weights_.push_back(std::move(weights));
    }
  }

  [[nodiscard]] Coverage coverage(std::size_t check, const Passage& passage) const {
    const auto& words = checks_[check].words;
    std::vector<double> credit(words.size());
    std::map<int, double> best;  // of each "or"
    for (std::size_t i = 0; i < words.size(); ++i) {
      credit[i] = credit_of(words[i].word, passage);
      if (words[i].alternative < 0) continue;
      double& most = best[words[i].alternative];
      most = std::max(most, credit[i]);
    }
    Coverage sum;
    Coverage whole;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const double weight = weights_[check][i];
      const double given = words[i].alternative < 0 ? credit[i] : best[words[i].alternative];
      sum.all += weight * given;
      whole.all += weight;
      if (!words[i].focus) continue;
      sum.focus += weight * given;
      whole.focus += weight;
    }
    return {whole.all > 0 ? sum.all / whole.all : 0,
            whole.focus > 0 ? sum.focus / whole.focus : (whole.all > 0 ? sum.all / whole.all : 0)};
  }

  [[nodiscard]] double credit_of(const Word& word, const Passage& passage) const {
    const double own = passage.own.holds(word);
    const double around = model::kCreditAround * passage.around.holds(word);
    const double heading = model::kCreditHeading * reading_.headings[passage.candidate].holds(word);
    return std::max({own, around, heading});
  }

  // What quantities, facts, weakening words and the document's standing leave of the match.
  void weigh(std::size_t check, Match& match) const {
    const SubCheck& asked = checks_[check];
    const Passage& passage = reading_.passages[match.passage];
    match.force = 1;
    for (const Quantity& required : asked.quantities) {
      QuantityMatch found = assess::match(required, passage.quantities);
      if (found == QuantityMatch::Absent) {
        found = assess::match(required, passage.quantities_around);
        // What the neighbours give may belong to something else: it can help, not harm.
        if (found == QuantityMatch::Missed) found = QuantityMatch::Absent;
      }
      if (found == QuantityMatch::Missed) match.force *= model::kQuantityMissed;
      if (found == QuantityMatch::Absent) match.force *= model::kQuantityAbsent;
      match.quantity_missed = match.quantity_missed || found == QuantityMatch::Missed;
    }
    if ((asked.wants_date && !passage.has_date) || (asked.wants_name && !passage.has_name)) {
      match.force *= model::kFactMissing;
      match.fact_missing = true;
    }
    weaken(asked, passage, match);
    if (reading_.drafts.contains(candidates_[passage.candidate].document.value)) {
      match.force *= remaining_force(WeakeningRule::Draft);
      match.draft = true;
    }
  }

 private:
  void weaken(const SubCheck& asked, const Passage& passage, Match& match) const {
    double force = 1;
    for (const Weakening& found : passage.weakenings) {
      if (asked.negated && found.rule == WeakeningRule::Negation) continue;
      if (!bears_on(asked, passage, found)) continue;
      force = std::min(force, remaining_force(found.rule));
      match.weakened.push_back(found);
    }
    if (asked.negated && !passage.denies) force *= remaining_force(WeakeningRule::Negation);
    match.force *= force;
  }

  // Whether a word that matched stands within the reach of the weakening.
  [[nodiscard]] bool bears_on(const SubCheck& asked, const Passage& passage,
                              const Weakening& found) const {
    for (const Word& word : passage.words) {
      if (word.end <= found.scope_start || word.start >= found.scope_end) continue;
      if (word.start >= found.start && word.end <= found.end) continue;
      for (const AskedWord& wanted : asked.words) {
        if (commonness(wanted.word.stem) < 1) continue;
        if (same(wanted.word, word)) return true;
      }
    }
    return false;
  }
  static bool same(const Word& a, const Word& b) {
    if (a.stem == b.stem) return true;
    return std::ranges::any_of(a.senses, [&b](const Sense& sense) {
      return std::ranges::find(b.senses, sense.group, &Sense::group) != b.senses.end();
    });
  }

  std::span<const SubCheck> checks_;
  const Reading& reading_;
  std::span<const Candidate> candidates_;
  const StemWeight& weight_;
  std::vector<std::vector<double>> weights_;
};

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

void conclude(const SubCheck& check, const Comparer& comparer, const Reading& reading,
              std::vector<Match> matches, Finding& out) {
  std::ranges::sort(matches, stronger);
  if (matches.empty()) {
    for (const AskedWord& asked : check.words) out.missing.push_back(asked.word.stem);
    return;
  }
  const Match best = matches.front();
  out.probability = model::probability(best.strength) * best.force;
  for (const Match& match : matches) {
    const bool hurts = match.force < 0.7 && (!match.weakened.empty() || match.quantity_missed);
    if (!hurts || match.strength < model::kAsClose * best.strength || best.force < 1) continue;
    if (out.contradicted && out.contradiction.strength >= match.strength) continue;
    out.contradicted = true;
    out.contradiction = match;
  }
  if (out.contradicted) {
    const double left = model::kContradicted;
    out.probability *= asks_for_all(check) ? left * left : left;
  }
  if (matches.size() > kKeptMatches) matches.resize(kKeptMatches);
  for (const AskedWord& asked : check.words) {
    const bool held = std::ranges::any_of(matches, [&](const Match& match) {
      return comparer.credit_of(asked.word, reading.passages[match.passage]) > 0;
    });
    if (!held) {
      out.missing.push_back(check.text.substr(asked.word.start, asked.word.end - asked.word.start));
    }
  }
  out.matches = std::move(matches);
}

}  // namespace

double word_weight(const Word& word, const StemWeight& weight) {
  constexpr double kLeast = 0.5;
  double most = 0;
  std::string_view rest = word.stem;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    most = std::max(most, weight ? weight(rest.substr(0, end)) : 1.0);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::max(most, kLeast) * commonness(word.stem);
}

std::vector<Finding> find_evidence(std::span<const SubCheck> checks, const Reading& reading,
                                   std::span<const Candidate> candidates, const StemWeight& weight,
                                   const EmbedTexts& embed) {
  const Comparer comparer(checks, reading, candidates, weight);
  Table table(checks.size());
  for (std::size_t c = 0; c < checks.size(); ++c) {
    for (const Passage& passage : reading.passages) {
      table[c].push_back(comparer.coverage(c, passage));
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
      const bool compared = similar.has(p);
      if (compared) match.similarity = similar.cosine(c, p);
      match.strength =
          model::strength(match.coverage, table[c][p].focus, match.similarity, compared);
      // What was not worth comparing by vector must not win for lack of it.
      if (embed && !compared) match.strength *= 1 - model::kSimilarityShare;
      if (match.strength <= 0) continue;
      comparer.weigh(c, match);
      matches.push_back(std::move(match));
    }
    conclude(checks[c], comparer, reading, std::move(matches), out[c]);
  }
  return out;
}

}  // namespace assay::assess
