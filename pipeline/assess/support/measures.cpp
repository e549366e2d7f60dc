// SPDX-License-Identifier: Apache-2.0
// Measures asked for, compared with the figures and days of a passage, its table and its log.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/support/comparer.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

constexpr int kYear = 365;
constexpr std::array<std::string_view, 1> kNext{"next"};

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

// Those that are a day, or no longer than a month.
std::vector<int> single_days(const std::vector<DayRange>& days) {
  constexpr int kMonth = 31;
  std::vector<int> out;
  for (const DayRange& day : days) {
    if (day.last - day.first < kMonth) out.push_back(day.first);
  }
  return out;
}

bool repeats_column(const Passage& row) {
  return std::ranges::any_of(row.columns, [&row](const std::string& name) {
    return std::ranges::count(row.columns, name) > 1;
  });
}

// "for 2022, 2023 and 2024"
bool each_year(const Passage& passage) {
  std::vector<int> starts;
  for (const DayRange& range : passage.days) {
    if (range.last - range.first >= kYear - 1) starts.push_back(range.first);
  }
  std::ranges::sort(starts);
  const auto gap =
      std::ranges::adjacent_find(starts, [](int one, int next) { return next - one > kYear + 1; });
  return starts.size() >= 2 && gap == starts.end();
}

// Whether what is done on these days is done so often; nullopt: they are too few to tell.
std::optional<QuantityMatch> as_often(const Quantity& required, std::vector<int> days) {
  constexpr double kTolerance = 1.15;  // of a period: nobody does it on the very day
  if (days.size() < 2) return std::nullopt;
  std::ranges::sort(days);
  int longest = 0;
  for (std::size_t i = 1; i < days.size(); ++i) longest = std::max(longest, days[i] - days[i - 1]);
  return longest <= required.value * kTolerance ? QuantityMatch::Met : QuantityMatch::Missed;
}

std::optional<QuantityMatch> met(std::optional<QuantityMatch> found) {
  return found == QuantityMatch::Met ? found : std::nullopt;
}

// Likewise of days that sentences name: close together, they are of one and the same time.
std::optional<QuantityMatch> told_as_often(const Quantity& required, const std::vector<int>& days) {
  constexpr double kApart = 0.3;  // of the period
  if (days.empty()) return std::nullopt;
  const auto [first, last] = std::ranges::minmax(days);
  return last - first < kApart * required.value ? std::nullopt : as_often(required, days);
}

}  // namespace

// What the neighbours give may belong to something else: it can help, not harm. A row's days may
// give how long it took, a log's days how often it was done.
QuantityMatch Comparer::quantity_of(std::size_t check, const Quantity& required,
                                    std::size_t number) const {
  const Passage& passage = reading_.passages[number];
  const QuantityMatch found = assess::match(required, quantities_on(check, required, passage));
  if (found != QuantityMatch::Absent) return found;
  if (assess::match(required, reading_.measures_above[passage.candidate]) == QuantityMatch::Met ||
      is_yearly_paper(check, required, passage)) {
    return QuantityMatch::Met;
  }
  if (const auto timed = by_days(check, required, number)) return *timed;
  const bool beside = std::ranges::any_of(passage.beside, [&](std::size_t other) {
    return assess::match(required, reading_.passages[other].quantities) == QuantityMatch::Met;
  });
  return beside ? QuantityMatch::Met : QuantityMatch::Absent;
}

// "An annual programme is drawn up": shown by the programme of one year.
bool Comparer::is_yearly_paper(std::size_t check, const Quantity& required,
                               const Passage& passage) const {
  if (required.kind != QuantityKind::Frequency || required.value < kYear) return false;
  const auto& terms = checks_[check].terms;
  const auto behind = std::ranges::find_if(
      terms, [&required](const text::Term& term) { return term.start >= required.end; });
  if (behind == terms.end() || behind->word == "by" || behind->stop) return false;  // "annually by"
  constexpr std::ptrdiff_t kReach = 3;  // words: "annual internal audit programme"
  const auto last = behind + std::min<std::ptrdiff_t>(kReach, terms.end() - behind);
  if (!grammar::any_among(std::span(behind, last), lists::kYearlyPapers)) return false;
  const auto of_year = [](const DayRange& days) { return days.last - days.first >= kYear - 1; };
  return std::ranges::any_of(reading_.days_above[passage.candidate], of_year) ||
         std::ranges::any_of(passage.days, of_year);
}

// Of a row the cells whose names say what is asked, where there are such; of those the lowest is
// compared with a least and the highest with a most.
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
      return word.focus && is_distinctive(word.word.stem) && name.holds(word.word) > 0;
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

// A row's days may say how long it took, or how often; a log's, and those of several sentences on
// the same thing, how often.
std::optional<QuantityMatch> Comparer::by_days(std::size_t check, const Quantity& required,
                                               std::size_t number) const {
  const Passage& passage = reading_.passages[number];
  const bool row = !passage.columns.empty();
  if (required.kind == QuantityKind::Duration && required.bound == Bound::AtMost && row &&
      passage.days.size() >= 2) {
    const double took = passage.days.back().last - passage.days.front().first;
    return took <= std::max(required.value, 1.0) ? QuantityMatch::Met : QuantityMatch::Missed;
  }
  if (required.kind != QuantityKind::Frequency) return std::nullopt;
  if (row && passage.days.size() == 2 && names_next(passage)) {
    const double until = passage.days.back().last - passage.days.front().first;
    return as_often(required, {0, static_cast<int>(until)});
  }
  // "Inspected: 12.05.2023; Inspected: 10.05.2024"
  if (row && passage.days.size() >= 2 && repeats_column(passage)) {
    return as_often(required, single_days(passage.days));
  }
  if (row ? passage.days.empty() || passage.days.size() > 2 : days_of(passage).empty()) {
    return std::nullopt;
  }
  if (row) return as_often(required, days_like(check, passage, true));
  const auto log = told_as_often(required, days_like(check, passage, true));
  if (log == QuantityMatch::Met) return log;
  if (each_year(passage) && required.value >= kYear) return QuantityMatch::Met;
  if (next_is_near(required, passage)) return QuantityMatch::Met;
  // What stands around it or in other documents helps; what is left out there does no harm.
  const auto anywhere = told_as_often(required, days_like(check, passage, false));
  return anywhere == QuantityMatch::Met || passage.days.empty() ? met(anywhere) : log;
}

// The days on which it was done: by the other rows of the table, or by sentences on the same thing.
std::vector<int> Comparer::days_like(std::size_t check, const Passage& passage,
                                     bool same_document) const {
  std::vector<int> out;
  for (const Passage& other : reading_.passages) {
    const bool row = !other.columns.empty();  // a log has a day a row, or when it began and ended
    if (other.columns != passage.columns || (row && other.days.size() > 2)) continue;
    if (same_document ? other.document != passage.document
                      : theme(check, other, true) < constants::kSameTheme) {
      continue;
    }
    const auto days = single_days(same_document ? other.days : days_of(other));
    const std::size_t kept = row ? std::min<std::size_t>(days.size(), 1) : days.size();
    out.insert(out.end(), days.begin(), days.begin() + static_cast<std::ptrdiff_t>(kept));
  }
  return out;
}

// "Next decision January 2025": when it is due again.
bool Comparer::next_is_near(const Quantity& required, const Passage& passage) const {
  const auto done = single_days(days_of(passage));
  return !done.empty() && std::ranges::any_of(reading_.passages, [&](const Passage& other) {
    return other.document == passage.document && other.columns.empty() && !other.days.empty() &&
           grammar::any_among(other.terms, kNext) && other.days.back().first > done.back() &&
           as_often(required, {done.back(), other.days.back().first}) == QuantityMatch::Met;
  });
}

}  // namespace assay::assess
