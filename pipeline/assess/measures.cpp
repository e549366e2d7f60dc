// SPDX-License-Identifier: Apache-2.0
// Measures asked for, held against the figures and days of a passage, its table and its log.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "pipeline/assess/cells.hpp"
#include "pipeline/assess/comparer.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/model.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

// "Min", "Lowest value" of a least, "Max" of a most.
bool names_extreme(std::string_view column, Bound bound) {
  constexpr std::array<std::string_view, 4> kLow{"min", "minimum", "lowest", "smallest"};
  constexpr std::array<std::string_view, 5> kHigh{"max", "maximum", "highest", "peak", "largest"};
  const auto terms = text::terms(column);
  return bound == Bound::AtLeast ? grammar::any_among(terms, kLow)
                                 : grammar::any_among(terms, kHigh);
}

// "Interval: 12 months": how often, though it is said as a stretch of time.
bool names_interval(std::string_view column) {
  constexpr std::array<std::string_view, 6> kIntervals{"interval", "cycle",       "frequency",
                                                       "every",    "periodicity", "rhythm"};
  return grammar::any_among(text::terms(column), kIntervals);
}

// "Last: 2025-09-10; Next: 2026-09-10": the second day is when it is due again.
bool names_next(const Passage& row) {
  return std::ranges::any_of(row.columns, [](const std::string& column) {
    return column.starts_with("next") || column.ends_with(" next");
  });
}

}  // namespace

// What the neighbours give may belong to something else: it can help, not harm. A row's days may
// give how long it took, a log's days how often it was done.
QuantityMatch Comparer::quantity_of(std::size_t check, const Quantity& required,
                                    std::size_t number) const {
  const Passage& passage = reading_.passages[number];
  const QuantityMatch found = assess::match(required, quantities_on(check, required, passage));
  if (found != QuantityMatch::Absent) return found;
  if (const auto timed = by_days(required, number)) return *timed;
  const bool beside = std::ranges::any_of(passage.beside, [&](std::size_t other) {
    return assess::match(required, reading_.passages[other].quantities) == QuantityMatch::Met;
  });
  return beside ? QuantityMatch::Met : QuantityMatch::Absent;
}

// Of a row the cells whose names say what is asked, where there are such; of those the lowest is
// held against a least and the highest against a most.
std::vector<Quantity> Comparer::quantities_on(std::size_t check, const Quantity& required,
                                              const Passage& passage) const {
  const auto row = cells(passage.text);
  if (row.empty()) return passage.quantities;
  std::array<std::vector<Quantity>, 4> found;  // those asked for and extreme first
  for (const Cell& cell : row) {
    const std::string_view title = cell.name.of(passage.text);
    Vocabulary name;
    name.add(title);
    const bool asked = std::ranges::any_of(checks_[check].words, [&name](const AskedWord& word) {
      return word.focus && commonness(word.word.stem) == 1 && name.holds(word.word) > 0;
    });
    auto& into = found.at((asked ? 0U : 2U) + (names_extreme(title, required.bound) ? 0U : 1U));
    for (const Quantity& quantity : passage.quantities) {
      if (quantity.start >= cell.value.start && quantity.end <= cell.value.end) {
        into.push_back(quantity);
      }
      if (required.kind == QuantityKind::Frequency && quantity.kind == QuantityKind::Duration &&
          quantity.start >= cell.value.start && quantity.end <= cell.value.end &&
          names_interval(title)) {
        into.push_back(quantity);
        into.back().kind = QuantityKind::Frequency;
      }
    }
  }
  const auto first = std::ranges::find_if_not(found, &std::vector<Quantity>::empty);
  return first == found.end() ? passage.quantities : *first;
}

std::optional<QuantityMatch> Comparer::by_days(const Quantity& required, std::size_t number) const {
  constexpr double kTolerance = 1.15;  // of a period: nobody does it on the very day
  const Passage& passage = reading_.passages[number];
  const bool row = !passage.columns.empty();
  if (required.kind == QuantityKind::Duration && required.bound == Bound::AtMost && row &&
      passage.days.size() >= 2) {
    const double took = passage.days.back().last - passage.days.front().first;
    return took <= std::max(required.value, 1.0) ? QuantityMatch::Met : QuantityMatch::Missed;
  }
  // A log has a day a row, or when it began and ended.
  if (required.kind != QuantityKind::Frequency || passage.days.empty() || passage.days.size() > 2) {
    return std::nullopt;
  }
  if (row && passage.days.size() == 2 && names_next(passage)) {
    const double until = passage.days.back().last - passage.days.front().first;
    return until <= required.value * kTolerance ? QuantityMatch::Met : QuantityMatch::Missed;
  }
  std::vector<int> days;
  for (const Passage& other : reading_.passages) {
    const bool same =
        candidates_[other.candidate].document == candidates_[passage.candidate].document;
    if (same && other.columns == passage.columns && !other.days.empty() && other.days.size() <= 2 &&
        other.days.front().first == other.days.front().last) {
      days.push_back(other.days.front().first);
    }
  }
  if (days.size() < 2) return std::nullopt;
  std::ranges::sort(days);
  int longest = 0;
  for (std::size_t i = 1; i < days.size(); ++i) longest = std::max(longest, days[i] - days[i - 1]);
  return longest <= required.value * kTolerance ? QuantityMatch::Met : QuantityMatch::Missed;
}

}  // namespace assay::assess
