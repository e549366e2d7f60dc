// SPDX-License-Identifier: Apache-2.0
// One passage compared with one sub-check: the words it covers, and what it is about.
#include "pipeline/assess/support/comparer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/lexicon.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

bool says_record(const Word& word) {
  return word.stem == "record" || word.stem == "document" || word.stem == "note";
}

// What a table is, whatever it is called.
bool says_list(const Word& word) {
  return grammar::among(lists::kTableStems, word.stem);
}

// What a sentence does that says what a word means.
bool says_definition(const Word& word) {
  return grammar::among(lists::kDefiningStems, word.stem);
}

bool defines(const Passage& passage) {
  return any_by(passage.weakenings, WeakeningRule::Definition);
}

bool says_time(const Word& word) {
  return word.stem == "time" || word.stem == "period" || word.stem == "interv" ||
         word.stem == "deadlin" || word.stem == "timefram";
}

bool names_time(const Passage& passage) {
  return std::ranges::any_of(passage.quantities, [](const Quantity& quantity) {
    return quantity.kind == QuantityKind::Duration || quantity.kind == QuantityKind::Frequency;
  });
}

}  // namespace

double lexical(const Coverage& coverage) {
  return coverage.all *
         (constants::kWithoutFocus + (1 - constants::kWithoutFocus) * coverage.focus) *
         (coverage.key ? 1 : constants::kWithoutKey);
}

Comparer::Comparer(std::span<const SubCheck> checks, const Reading& reading,
                   std::span<const Candidate> candidates, const StemWeight& weight,
                   FeatureReader& reader)
    : checks_(checks), reading_(reading), candidates_(candidates), weight_(weight) {
  for (const SubCheck& check : checks) {
    weights_.push_back(weights_of(check));
    for (const AskedWord& asked : check.words) {
      if (const auto* near = reader.nearness(asked)) near_.emplace(&asked, near);
    }
    read_siblings(siblings_.size());
  }
}

void Comparer::read_siblings(std::size_t check) {
  auto& siblings = siblings_.emplace_back();
  for (const SubCheck& other : checks_) {
    if (&other == &checks_[check]) continue;
    if (auto sibling = Sibling::of(checks_[check], other)) siblings.push_back(std::move(*sibling));
  }
  auto& tables = tables_of_siblings_.emplace_back();
  for (const Passage& row : reading_.passages) {
    if (row.columns.empty() || siblings.empty()) continue;
    const bool of_one = std::ranges::any_of(siblings, [&](const Sibling& sibling) {
      return sibling.named_alone(row, reading_.headings[row.candidate]);
    });
    if (of_one) tables.emplace(row.candidate, row.columns);
  }
}

std::vector<double> Comparer::credits(std::size_t check, const Passage& passage,
                                      const std::set<std::size_t>& left_out) const {
  std::vector<double> out;
  for (const AskedWord& asked : checks_[check].words) {
    out.push_back(credit_of(asked, passage, left_out));
  }
  return out;
}

void Comparer::cover(std::size_t check, Match& match, const std::set<std::size_t>& left_out) const {
  const Coverage covered =
      coverage(check, credits(check, reading_.passages[match.passage], left_out));
  match.coverage = covered.all;
  match.focus_coverage = covered.focus;
  match.key = covered.key;
  match.strength = lexical(covered);
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
    const double plain = words[i].focus ? weight / constants::kFocusWeight : weight;
    if (words[i].topic || plain <= heaviest) continue;
    heaviest = plain;
    sum.key = given > 0;
  }
  if (whole.all <= 0) return {0, 0, false};
  sum.all /= whole.all;
  sum.focus = whole.focus > 0 ? sum.focus / whole.focus : sum.all;
  return sum;
}

double Comparer::theme(std::size_t check, const Passage& passage, bool with_context,
                       const std::set<std::size_t>& left_out) const {
  double whole = 0;
  double held = 0;
  for (std::size_t i = 0; i < checks_[check].words.size(); ++i) {
    const AskedWord& asked = checks_[check].words[i];
    if (!asked.theme) continue;
    whole += weights_[check][i];
    held += weights_[check][i] *
            (with_context ? credit_of(asked, passage, left_out) : own_credit(asked, passage));
  }
  return whole > 0 ? held / whole : 1;
}

double Comparer::action(std::size_t check, const Passage& passage, bool of_common) const {
  const auto share = [&](double least) -> std::optional<double> {
    double whole = 0;
    double held = 0;
    for (std::size_t i = 0; i < checks_[check].words.size(); ++i) {
      const AskedWord& asked = checks_[check].words[i];
      if (asked.theme || asked.topic || commonness(asked.word.stem) < least) continue;
      whole += weights_[check][i];
      held += weights_[check][i] * own_credit(asked, passage);
    }
    if (whole <= 0) return std::nullopt;
    return held / whole;
  };
  const auto distinctive = share(1);
  return distinctive || !of_common ? distinctive.value_or(1) : share(0).value_or(1);
}

double Comparer::own_credit(const AskedWord& asked, const Passage& passage) const {
  const double said = passage.own.holds(asked.word);
  const auto near = near_.find(&asked);
  if (said >= 1 || near == near_.end()) return said;
  return std::max(said,
                  (*near->second)[static_cast<std::size_t>(&passage - reading_.passages.data())]);
}

double Comparer::credit_of(const AskedWord& asked, const Passage& passage,
                           const std::set<std::size_t>& left_out) const {
  const Word& word = asked.word;
  double own = own_credit(asked, passage);
  if (is_record(passage) && says_record(word)) own = 1;
  if (passage.columns.size() >= 2 && says_list(word)) own = 1;
  if (says_definition(word) && defines(passage)) own = 1;
  if (says_time(word) && names_time(passage)) own = 1;
  if (gives_date(passage, word)) own = 1;
  own = std::max(own, constants::kCreditHeading * reading_.headings[passage.candidate].holds(word));
  for (const std::size_t beside : passage.beside) {
    if (left_out.contains(beside)) continue;
    own = std::max(own, constants::kCreditAround * reading_.passages[beside].own.holds(word));
  }
  return own;
}

double Comparer::strength_together(std::size_t check, const std::vector<Match>& matches,
                                   const std::set<std::size_t>& left_out) const {
  const Match& best = matches.front();
  const auto document_of = [this](const Match& match) -> const std::string& {
    return candidates_[reading_.passages[match.passage].candidate].document.value;
  };
  auto held = credits(check, reading_.passages[best.passage], left_out);
  std::size_t added = 0;
  for (std::size_t i = 1; i < matches.size() && added < constants::kJoined; ++i) {
    if (document_of(matches[i]) != document_of(best) || matches[i].force < best.force) continue;
    const auto more = credits(check, reading_.passages[matches[i].passage], left_out);
    for (std::size_t w = 0; w < held.size(); ++w) {
      held[w] = std::max(held[w], constants::kJoinedCredit * more[w]);
    }
    ++added;
  }
  const Coverage joined = coverage(check, held);
  return best.strength + lexical(joined) - lexical({best.coverage, best.focus_coverage, best.key});
}

std::vector<double> Comparer::weights_of(const SubCheck& check) const {
  std::vector<double> out;
  for (const AskedWord& asked : check.words) {
    const double share = asked.topic   ? constants::kTopicWeight
                         : asked.focus ? constants::kFocusWeight
                                       : 1;
    out.push_back(share * word_weight(asked.word, weight_));
  }
  return out;
}

}  // namespace assay::assess
