// SPDX-License-Identifier: Apache-2.0
// What a requirement asks for in figures: its period, and its measures as opposed to conditions.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <string>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/language/sentence_words.hpp"
#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::Term;

// What stands between the first day of a period and its last one.
bool reaches(std::string_view between) {
  constexpr std::array kTo{"to"sv, "and"sv, "until"sv, "through"sv, "-"sv, "\u2013"sv};
  return grammar::among(kTo, text::folded(between));
}

// "1 January to 31 December 2025": both are of the year named last, or the first of the one before.
void lend_years(std::string_view text, std::vector<DayRange>& found) {
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    DayRange& from = found[i];
    const DayRange& to = found[i + 1];
    if (!from.no_year || to.no_year || !reaches(text.substr(from.end, to.start - from.end))) {
      continue;
    }
    const std::chrono::year_month_day day{std::chrono::sys_days(std::chrono::days(from.first))};
    const std::chrono::year_month_day end{std::chrono::sys_days(std::chrono::days(to.last))};
    const int month = static_cast<int>(static_cast<unsigned>(day.month()));
    const int date = static_cast<int>(static_cast<unsigned>(day.day()));
    auto begin = day_number(static_cast<int>(end.year()), month, date);
    if (begin && *begin > to.last)
      begin = day_number(static_cast<int>(end.year()) - 1, month, date);
    if (!begin) continue;
    from.first = from.last = *begin;
    from.no_year = false;
  }
}

// "in the audit period from", "(January to": words around a day that only say that it is one.
bool is_filler(std::string_view words) {
  return std::ranges::all_of(text::terms(words), [&](const Term& term) {
    return grammar::among(lists::kPeriodFillers, term.word) || month_of(term.word) > 0;
  });
}

// Where the words begin that only lead to the day behind them.
std::size_t start_of_phrase(std::string_view before) {
  std::size_t start = before.size();
  const auto terms = text::terms(before);
  for (std::size_t i = terms.size(); i-- > 0;) {
    if (!is_filler(terms[i].word)) break;
    start = terms[i].start;
  }
  return start;
}

bool ends_with_word(std::string_view text, std::string_view word) {
  while (!text.empty() && (text.back() == ' ' || text.back() == ',')) text.remove_suffix(1);
  const std::string folded = text::folded(text);
  return folded == word || folded.ends_with(" " + std::string(word));
}

}  // namespace

std::optional<DayRange> period_asked(const text::Wording& said) {
  const std::string_view requirement = said.text;
  auto found = days_named(said);
  lend_years(requirement, found);
  std::erase_if(found, &DayRange::no_year);
  if (found.empty()) return std::nullopt;
  DayRange period = found.front();
  for (std::size_t i = 1; i < found.size(); ++i) {
    const std::string_view between = requirement.substr(period.end, found[i].start - period.end);
    if (!is_filler(between) && !reaches(between)) break;
    if (i == 1 && reaches(between)) period.last = found[i].last;
    period.end = found[i].end;
  }
  const std::string_view before = requirement.substr(0, period.start);
  if (ends_with_word(before, "since")) period.last = std::numeric_limits<int>::max();
  if (period.last < period.first) return std::nullopt;
  period.start = start_of_phrase(before);
  return period;
}

std::vector<DayRange> days_above(const text::Wording& heading) {
  auto out = days_named(heading);
  if (!out.empty()) return out;
  for (const Term& term : heading.terms) {
    if (const auto year = year_of(term.word)) out.push_back(months_from(*year, 1, 12));
  }
  return out;
}

namespace {

using namespace std::string_view_literals;

// "above", "more than", but not "no more than": just before the quantity.
bool compared(std::string_view text, const Quantity& quantity) {
  constexpr std::array kComparisons{"above"sv, "over"sv,  "exceeding"sv,
                                    "below"sv, "under"sv, "beyond"sv};
  constexpr std::array kThan{"more"sv, "less"sv, "fewer"sv, "greater"sv, "longer"sv, "larger"sv};
  const auto before = text::terms(text.substr(0, quantity.start));
  for (std::size_t i = before.size(); i-- > 0 && i + 4 > before.size();) {
    if (grammar::among(kComparisons, before[i].word)) return true;
    if (!grammar::among(kThan, before[i].word)) continue;
    return i == 0 || (before[i - 1].word != "no" && before[i - 1].word != "not");
  }
  return false;
}

// "Purchases above 5,000 euro shall ...": before the verb such a number says what is meant, not how
// much is asked.
void drop_conditions(std::string_view text, std::vector<Quantity>& found) {
  const SentenceWords words(text);
  const std::size_t verb = words.verb_start();
  std::erase_if(found, [&](const Quantity& quantity) {
    return quantity.kind == QuantityKind::Count && quantity.end <= verb && compared(text, quantity);
  });
  // "Accounts unused for more than 90 days are disabled": earlier is stricter.
  for (Quantity& quantity : found) {
    if (quantity.kind == QuantityKind::Duration && quantity.end <= verb &&
        compared(text, quantity)) {
      quantity.bound = Bound::AtMost;
    }
  }
}

// "WPA3 or WPA2": the older of two versions will do.
void drop_alternatives(std::string_view text, std::vector<Quantity>& found) {
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    const Quantity& next = found[i + 1];
    if (found[i].kind != QuantityKind::Version || next.kind != found[i].kind ||
        next.name != found[i].name) {
      continue;
    }
    const auto between = text::terms(text.substr(found[i].end, next.start - found[i].end));
    if (between.size() != 1 || between.front().word != "or") continue;
    found[i].value = std::min(found[i].value, next.value);
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace

std::vector<Quantity> asked_quantities(const text::Wording& clause) {
  auto out = quantities(clause);
  // "on the last day": a day, and no measure that evidence would have to say.
  std::erase_if(out, [](const Quantity& found) {
    return found.kind == QuantityKind::Duration && found.value <= 0 && found.end - found.start > 12;
  });
  drop_conditions(clause.text, out);
  drop_alternatives(clause.text, out);
  return out;
}

}  // namespace assay::assess
