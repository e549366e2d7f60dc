// SPDX-License-Identifier: Apache-2.0
// Holding passages against sub-checks: words first for all, vectors for the few that may matter.
#include "pipeline/assess/matching.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
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
  bool key = true;  // the most telling word asked for is there
};

double lexical(const Coverage& coverage) {
  return model::lexical(coverage.all, coverage.focus, coverage.key);
}

class Comparer {
 public:
  Comparer(std::span<const SubCheck> checks, const Reading& reading,
           std::span<const Candidate> candidates, const StemWeight& weight)
      : checks_(checks), reading_(reading), candidates_(candidates), weight_(weight) {
    for (const SubCheck& check : checks) {
      weights_.push_back(weights_of(check));
    }
  }

  // What the passage gives each of the sub-check's words.
  [[nodiscard]] std::vector<double> credits(std::size_t check, const Passage& passage) const {
    std::vector<double> out;
    for (const AskedWord& asked : checks_[check].words) {
      out.push_back(credit_of(asked.word, passage));
    }
    return out;
  }

  [[nodiscard]] Coverage coverage(std::size_t check, const std::vector<double>& credit) const {
    const auto& words = checks_[check].words;
    std::map<int, double> best;  // of each "or"
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].alternative < 0) continue;
      double& most = best[words[i].alternative];
      most = std::max(most, credit[i]);
    }
    Coverage sum;
    Coverage whole;
    double heaviest = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const double weight = weights_[check][i];
      const double given = words[i].alternative < 0 ? credit[i] : best[words[i].alternative];
      sum.all += weight * given;
      whole.all += weight;
      if (words[i].focus) {
        sum.focus += weight * given;
        whole.focus += weight;
      }
      const double plain = words[i].focus ? weight / model::kFocusWeight : weight;
      if (words[i].topic || plain <= heaviest) continue;
      heaviest = plain;
      sum.key = given > 0;
    }
    if (whole.all <= 0) return {0, 0, false};
    sum.all /= whole.all;
    sum.focus = whole.focus > 0 ? sum.focus / whole.focus : sum.all;
    return sum;
  }

  [[nodiscard]] double credit_of(const Word& word, const Passage& passage) const {
    double own = passage.own.holds(word);
    if (is_record(passage) && says_record(word)) own = 1;
    if (says_time(word) && names_time(passage)) own = 1;
    const double around = model::kCreditAround * passage.around.holds(word);
    const double heading = model::kCreditHeading * reading_.headings[passage.candidate].holds(word);
    return std::max({own, around, heading});
  }

  // One document may say it in several sentences: what the best match lacks, others of its document
  // add, at a discount. Precondition: matches is not empty and in order.
  [[nodiscard]] double strength_together(std::size_t check,
                                         const std::vector<Match>& matches) const {
    const Match& best = matches.front();
    const auto document_of = [this](const Match& match) -> const std::string& {
      return candidates_[reading_.passages[match.passage].candidate].document.value;
    };
    auto held = credits(check, reading_.passages[best.passage]);
    std::size_t added = 0;
    for (std::size_t i = 1; i < matches.size() && added < model::kJoined; ++i) {
      if (document_of(matches[i]) != document_of(best) || matches[i].force < best.force) continue;
      const auto more = credits(check, reading_.passages[matches[i].passage]);
      for (std::size_t w = 0; w < held.size(); ++w) {
        held[w] = std::max(held[w], model::kJoinedCredit * more[w]);
      }
      ++added;
    }
    const Coverage joined = coverage(check, held);
    return best.strength + lexical(joined) -
           lexical({best.coverage, best.focus_coverage, best.key});
  }

  // A row of the best match's table that has no value where the best match holds what is asked for.
  [[nodiscard]] std::optional<std::size_t> gap_in_table(std::size_t check,
                                                        const Match& best) const {
    const Passage& full = reading_.passages[best.passage];
    std::vector<std::string> asked_columns;
    for (const std::string& column : full.columns) {
      Vocabulary name;
      name.add(column);
      const bool asked = std::ranges::any_of(checks_[check].words, [&](const AskedWord& word) {
        return word.focus && commonness(word.word.stem) == 1 && name.holds(word.word) > 0;
      });
      if (asked) asked_columns.push_back(column);
    }
    for (std::size_t p = 0; p < reading_.passages.size() && !asked_columns.empty(); ++p) {
      const Passage& row = reading_.passages[p];
      if (row.columns.empty() || row.columns.front() != full.columns.front()) continue;
      if (!same_page(row, full)) continue;
      for (const std::string& column : asked_columns) {
        if (std::ranges::find(row.columns, column) == row.columns.end()) return p;
      }
    }
    return std::nullopt;
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
  [[nodiscard]] bool same_page(const Passage& a, const Passage& b) const {
    const Candidate& first = candidates_[a.candidate];
    const Candidate& second = candidates_[b.candidate];
    return first.document == second.document && first.page_number == second.page_number;
  }
  static bool says_record(const Word& word) {
    return word.stem == "record" || word.stem == "document" || word.stem == "note";
  }

  // "within an agreed time": any duration or period answers it.
  static bool says_time(const Word& word) {
    return word.stem == "time" || word.stem == "period" || word.stem == "interv" ||
           word.stem == "deadlin" || word.stem == "timefram";
  }
  static bool names_time(const Passage& passage) {
    return std::ranges::any_of(passage.quantities, [](const Quantity& quantity) {
      return quantity.kind == QuantityKind::Duration || quantity.kind == QuantityKind::Frequency;
    });
  }

  [[nodiscard]] std::vector<double> weights_of(const SubCheck& check) const {
    std::vector<double> out;
    for (const AskedWord& asked : check.words) {
      const double share = asked.topic   ? model::kTopicWeight
                           : asked.focus ? model::kFocusWeight
                                         : 1;
      out.push_back(share * word_weight(asked.word, weight_));
    }
    return out;
  }

  void weaken(const SubCheck& asked, const Passage& passage, Match& match) const {
    double force = 1;
    for (const Weakening& found : passage.weakenings) {
      const bool wanted = asked.negated || asked.prevents;
      if (wanted && found.rule == WeakeningRule::Negation) continue;
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
    if (!hurts ||
        match.strength < (all ? model::kAsCloseForAll : model::kAsClose) * best.strength ||
        best.force < 1)
      continue;
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
