// SPDX-License-Identifier: Apache-2.0
// Measuring a text against passages: credits word by word, then shares over sentences and runs.
#include "pipeline/assess/support/features.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "pipeline/assess/language/lexicon.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

double ramp(double value, double from, double to) {
  return std::clamp((value - from) / (to - from), 0.0, 1.0);
}

// What a word counts for that is near to the one asked for: unlike words of one field have cosines
// about the lower bounds, forms and synonyms of a word about the upper ones.
double loose_credit(double cosine) {
  return 0.9 * ramp(cosine, 0.30, 0.80);
}
double strict_credit(double cosine) {
  return 0.9 * ramp(cosine, 0.55, 0.95);
}

}  // namespace

FeatureReader::FeatureReader(const Reading& reading, const StemWeight& weight, WordVectors* vectors,
                             Counted counted)
    : reading_(reading), weight_(weight), vectors_(vectors), counted_(counted) {
  if (vectors_ != nullptr) read_vocabulary();
}

void FeatureReader::read_vocabulary() {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  std::vector<std::string> words;
  for (const Passage& passage : reading_.passages) {
    auto& own = spoken_.emplace_back();
    for (const std::string& word : passage.spoken) {
      const auto [found, added] = numbers.insert({word, static_cast<std::uint32_t>(words.size())});
      if (added) words.push_back(word);
      own.push_back(found->second);
    }
  }
  vocabulary_ = vectors_->of(words);
}

// Of each passage: the cosine of its word nearest to this one; empty without vectors.
std::vector<double> FeatureReader::nearness(const std::string& spoken) const {
  std::vector<double> out;
  if (vectors_ == nullptr) return out;
  const std::vector<std::string> one{spoken};
  const auto vector = vectors_->of(one).front();
  std::vector<double> near;
  for (const auto& other : vocabulary_) near.push_back(cosine(*vector, *other));
  for (const auto& numbers : spoken_) {
    double best = 0;
    for (const std::uint32_t number : numbers) best = std::max(best, near[number]);
    out.push_back(best);
  }
  return out;
}

// A name or a number is itself or is not there: none other is like it.
const FeatureReader::Row& FeatureReader::row_of(const Word& word, const std::string& spoken,
                                                bool name, const Quantity* within) {
  std::string key = spoken;
  if (name) key += " name";
  if (within != nullptr) key.append(" ").append(std::to_string(within->value));
  const auto [found, added] = rows_.try_emplace(std::move(key));
  Row& row = found->second;
  if (!added) return row;
  const auto met = [&](const std::vector<Quantity>& given) {
    return within != nullptr && match(*within, given) == QuantityMatch::Met;
  };
  const auto near = name ? std::vector<double>{} : nearness(spoken);
  for (std::size_t p = 0; p < reading_.passages.size(); ++p) {
    const Passage& passage = reading_.passages[p];
    const double exact = passage.own.holds_stem(word.stem) ? 1 : 0;
    const double like = gives_date(passage, word) ? 1 : std::max(exact, passage.own.holds(word));
    const double cosine = near.empty() ? 0 : near[p];
    const bool measure = met(passage.quantities);
    const double above =
        constants::kCreditHeading * reading_.headings[passage.candidate].holds(word);
    row.exact.push_back(exact);
    row.strict.push_back(std::max(like, strict_credit(cosine)));
    row.loose.push_back(std::max(like, loose_credit(cosine)));
    row.lent.push_back(constants::kCreditAround * (measure ? 1 : like));
    row.above.push_back(measure ? 1 : above);
  }
  for (const ChunkReading& chunk : reading_.chunks) {
    const auto count = chunk.counts.find(word.stem);
    row.counts.push_back(count == chunk.counts.end() ? 0 : count->second);
  }
  return row;
}

// Single words, each once; words of a phrase of the lexicon have the phrase's like, those of a
// period or size count as around where one stands that meets it.
std::vector<FeatureReader::Asked> FeatureReader::asked_of(std::string_view text) {
  const SubCheck whole = whole_text(text);
  std::vector<Asked> out;
  std::set<std::string> seen;
  const auto holds = [](const auto& part, const text::Term& term) {
    return part.start <= term.start && term.end <= part.end;
  };
  for (const text::Term& term : whole.terms) {
    if (term.stop || !seen.insert(term.stem).second) continue;
    const auto asked = std::ranges::find_if(
        whole.words, [&](const AskedWord& one) { return holds(one.word, term); });
    const auto quantity = std::ranges::find_if(
        whole.quantities, [&](const Quantity& one) { return holds(one, term); });
    const bool apart = asked == whole.words.end() && quantity == whole.quantities.end();
    if (apart && counted_ == Counted::Distinctive) continue;
    const char first = whole.text[term.start];
    const bool name = term.number || (grammar::is_capital(first) && &term != &whole.terms.front());
    Word word = asked != whole.words.end() ? asked->word : Word{};
    word.stem = term.stem;
    word.number = term.number;
    const Quantity* within = quantity != whole.quantities.end() ? &*quantity : nullptr;
    out.push_back({&row_of(word, term.word, name, within), word_weight(word, weight_), name});
  }
  return out;
}

const std::vector<double>* FeatureReader::nearness(const AskedWord& asked) {
  if (vectors_ == nullptr || asked.spoken.empty()) return nullptr;
  return &row_of(asked.word, asked.spoken, asked.word.number, nullptr).strict;
}

Features FeatureReader::of(std::string_view text) {
  std::vector<std::size_t> all(reading_.passages.size());
  std::iota(all.begin(), all.end(), 0U);
  return of(text, all);
}

Features FeatureReader::of(std::string_view text, std::span<const std::size_t> passages) {
  const auto asked = asked_of(text);
  std::vector<bool> counted(reading_.passages.size());
  for (const std::size_t p : passages) counted[p] = true;
  const auto credits = [&](const auto& credit) {
    Credits out;
    out.passages.resize(reading_.passages.size());
    for (const Asked& one : asked) {
      out.weights.push_back(one.weight);
      out.whole += one.weight;
      for (const std::size_t p : passages) out.passages[p].push_back(credit(*one.row, p));
    }
    return out;
  };
  const Credits exact = credits([](const Row& row, std::size_t p) { return row.exact[p]; });
  const Credits strict = credits([](const Row& row, std::size_t p) { return row.strict[p]; });
  const Credits loose = credits([](const Row& row, std::size_t p) { return row.loose[p]; });
  const Credits around = credits([&](const Row& row, std::size_t p) {
    double best = std::max(row.loose[p], row.above[p]);
    for (const std::size_t beside : reading_.passages[p].beside) {
      if (counted[beside]) best = std::max(best, row.lent[beside]);
    }
    return best;
  });
  std::vector<double> held;
  const auto h = greedy(around, 3, held);
  const auto f = greedy(loose, 3, held);
  const auto d = greedy(strict, 3, held);
  const auto x = greedy(exact, 3, held);
  double names = 0;
  double names_held = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!asked[i].name) continue;
    names += asked[i].weight;
    names_held += asked[i].weight * held[i];
  }
  const double count = static_cast<double>(asked.size());
  const double all = exact.whole;
  return {x[0],
          x[2],
          in_a_row(exact, reading_.runs),
          in_all(exact),
          d[0],
          d[2],
          in_a_row(strict, reading_.runs),
          f[0],
          f[2],
          in_a_row(loose, reading_.runs),
          h[0],
          h[2],
          mean_of_best(exact, 3),
          best_bm25(asked, counted),
          count,
          asked.empty() ? 0 : all / count,
          all > 0 ? names / all : 0,
          names > 0 ? names_held / names : 1};
}

}  // namespace assay::assess
