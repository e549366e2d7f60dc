// SPDX-License-Identifier: Apache-2.0
// One passage held against one sub-check: words, quantities, facts, weakening, gaps in tables.
#include "pipeline/assess/comparer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "pipeline/assess/model.hpp"

namespace assay::assess {
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

double lexical(const Coverage& coverage) {
  return model::lexical(coverage.all, coverage.focus, coverage.key);
}

Comparer::Comparer(std::span<const SubCheck> checks, const Reading& reading,
                   std::span<const Candidate> candidates, const StemWeight& weight)
    : checks_(checks), reading_(reading), candidates_(candidates), weight_(weight) {
  for (const SubCheck& check : checks) {
    weights_.push_back(weights_of(check));
  }
}

std::vector<double> Comparer::credits(std::size_t check, const Passage& passage) const {
  std::vector<double> out;
  for (const AskedWord& asked : checks_[check].words) {
    out.push_back(credit_of(asked.word, passage));
  }
  return out;
}

Coverage Comparer::coverage(std::size_t check, const std::vector<double>& credit) const {
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

double Comparer::credit_of(const Word& word, const Passage& passage) const {
  double own = passage.own.holds(word);
  if (is_record(passage) && says_record(word)) own = 1;
  if (says_time(word) && names_time(passage)) own = 1;
  const double around = model::kCreditAround * passage.around.holds(word);
  const double heading = model::kCreditHeading * reading_.headings[passage.candidate].holds(word);
  return std::max({own, around, heading});
}

double Comparer::strength_together(std::size_t check, const std::vector<Match>& matches) const {
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
  return best.strength + lexical(joined) - lexical({best.coverage, best.focus_coverage, best.key});
}

std::optional<std::size_t> Comparer::gap_in_table(std::size_t check, const Match& best) const {
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

void Comparer::weigh(std::size_t check, Match& match) const {
  const SubCheck& asked = checks_[check];
  const Passage& passage = reading_.passages[match.passage];
  match.force = 1;
  if (!asked.question) weigh_statement(check, match);
  if (reading_.drafts.contains(candidates_[passage.candidate].document.value)) {
    match.force *= remaining_force(WeakeningRule::Draft);
    match.draft = true;
  }
}

void Comparer::weigh_statement(std::size_t check, Match& match) const {
  const SubCheck& asked = checks_[check];
  const Passage& passage = reading_.passages[match.passage];
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
  if ((asked.wants_date || asked.wants_name) && !match.fact_missing && !on_topic(check, passage)) {
    match.force *= model::kFactMissing;
    match.fact_missing = true;
  }
  weaken(asked, passage, match);
}

bool Comparer::same_page(const Passage& a, const Passage& b) const {
  const Candidate& first = candidates_[a.candidate];
  const Candidate& second = candidates_[b.candidate];
  return first.document == second.document && first.page_number == second.page_number;
}

bool Comparer::on_topic(std::size_t check, const Passage& passage) const {
  double whole = 0;
  double held = 0;
  for (std::size_t i = 0; i < checks_[check].words.size(); ++i) {
    const AskedWord& asked = checks_[check].words[i];
    if (!asked.topic || commonness(asked.word.stem) < 1) continue;
    whole += weights_[check][i];
    if (credit_of(asked.word, passage) > 0) held += weights_[check][i];
  }
  return held >= 0.5 * whole;
}

bool Comparer::says_record(const Word& word) {
  return word.stem == "record" || word.stem == "document" || word.stem == "note";
}

bool Comparer::says_time(const Word& word) {
  return word.stem == "time" || word.stem == "period" || word.stem == "interv" ||
         word.stem == "deadlin" || word.stem == "timefram";
}

bool Comparer::names_time(const Passage& passage) {
  return std::ranges::any_of(passage.quantities, [](const Quantity& quantity) {
    return quantity.kind == QuantityKind::Duration || quantity.kind == QuantityKind::Frequency;
  });
}

std::vector<double> Comparer::weights_of(const SubCheck& check) const {
  std::vector<double> out;
  for (const AskedWord& asked : check.words) {
    const double share = asked.topic ? model::kTopicWeight : asked.focus ? model::kFocusWeight : 1;
    out.push_back(share * word_weight(asked.word, weight_));
  }
  return out;
}

void Comparer::weaken(const SubCheck& asked, const Passage& passage, Match& match) const {
  double force = 1;
  for (const Weakening& found : passage.weakenings) {
    const bool wanted = asked.negated || asked.prevents;
    if (wanted && found.rule == WeakeningRule::Negation) continue;
    if (!bears_on(asked, passage, found)) continue;
    force = std::min(force, remaining_force(found.rule));
    match.weakened.push_back(found);
  }
  if (passage.other_party && !speaks_of_others(asked)) {
    const WeakeningRule rule = WeakeningRule::OtherParty;
    force = std::min(force, remaining_force(rule));
    match.weakened.push_back({rule, 0, 0, 0, passage.text.size()});
  }
  if (asked.negated && !passage.denies) force *= remaining_force(WeakeningRule::Negation);
  match.force *= force;
}

// A requirement on suppliers or customers is shown by what they do.
bool Comparer::speaks_of_others(const SubCheck& asked) {
  static const std::array kOthers{content_words("supplier").front(),
                                  content_words("customer").front(),
                                  content_words("visitor").front()};
  return std::ranges::any_of(asked.words, [](const AskedWord& one) {
    return std::ranges::any_of(kOthers,
                               [&one](const Word& other) { return same(one.word, other); });
  });
}

bool Comparer::bears_on(const SubCheck& asked, const Passage& passage,
                        const Weakening& found) const {
  for (const Word& word : passage.words) {
    if (word.end <= found.scope_start || word.start >= found.scope_end) continue;
    for (const AskedWord& wanted : asked.words) {
      if (commonness(wanted.word.stem) < 1) continue;
      if (same(wanted.word, word)) return true;
    }
  }
  return false;
}

bool Comparer::same(const Word& a, const Word& b) {
  if (a.stem == b.stem) return true;
  return std::ranges::any_of(a.senses, [&b](const Sense& sense) {
    return std::ranges::find(b.senses, sense.group, &Sense::group) != b.senses.end();
  });
}

}  // namespace assay::assess
