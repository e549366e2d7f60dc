// SPDX-License-Identifier: Apache-2.0
// Reads values and dates, names dates as ISO 8601 does, and decides what is kept.
#include "pipeline/facts/fact_list.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <utility>

#include "core/base/ascii.hpp"
#include "pipeline/assess/language/dates.hpp"
#include "pipeline/facts/fact_labels.hpp"
#include "pipeline/facts/find_facts.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::facts {
namespace {

using namespace std::string_view_literals;

struct MonthWord {
  std::string_view german;
  std::string_view english;
};
constexpr std::array kGermanMonths{
    MonthWord{"januar", "january"},   MonthWord{"jänner", "january"},
    MonthWord{"februar", "february"}, MonthWord{"märz", "march"},
    MonthWord{"mai", "may"},          MonthWord{"juni", "june"},
    MonthWord{"juli", "july"},        MonthWord{"oktober", "october"},
    MonthWord{"okt", "october"},      MonthWord{"dezember", "december"},
    MonthWord{"dez", "december"},
};

std::chrono::year_month_day day_of(int number) {
  return {std::chrono::sys_days(std::chrono::days(number))};
}

template <class... Parts>
std::string iso(const char* format, Parts... parts) {
  std::array<char, 32> out{};
  static_cast<void>(std::snprintf(out.data(), out.size(), format, parts...));
  return out.data();
}

// A day, a whole month or a whole year; nullopt for other stretches.
std::optional<std::string> iso_of(const assess::DayRange& range) {
  const auto first = day_of(range.first);
  const auto behind = day_of(range.last + 1);
  const int year = static_cast<int>(first.year());
  const auto month = static_cast<unsigned>(first.month());
  if (range.first == range.last) {
    return iso("%04d-%02u-%02u", year, month, static_cast<unsigned>(first.day()));
  }
  const bool from_first = first.day() == std::chrono::day(1) && behind.day() == std::chrono::day(1);
  if (!from_first) return std::nullopt;
  const auto months = (behind.year() / behind.month()) - (first.year() / first.month());
  if (months == std::chrono::months(1)) return iso("%04d-%02u", year, month);
  if (months == std::chrono::months(12) && month == 1) return iso("%04d", year);
  return std::nullopt;
}

struct Figures {
  std::array<std::string_view, 3> parts{};
  std::array<char, 2> marks{};
  std::size_t count = 0;
  std::size_t end = 0;  // bytes of the text
};

// One to three numbers joined by dots, slashes or hyphens, from `at` on.
Figures figures_at(std::string_view text, std::size_t at) {
  Figures found;
  const auto digit = [text](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  for (std::size_t i = at; found.count < found.parts.size();) {
    const std::size_t start = i;
    while (digit(i)) ++i;
    if (i == start) break;
    found.parts.at(found.count++) = text.substr(start, i - start);
    found.end = i;
    const bool joined = i < text.size() && "./-"sv.find(text[i]) != std::string_view::npos;
    if (!joined || !digit(i + 1) || found.count > found.marks.size()) break;
    found.marks.at(found.count - 1) = text[i++];
  }
  return found;
}

bool small(std::string_view part, int most) {
  const auto number = assess::whole_number(part);
  return part.size() <= 2 && number && *number >= 1 && *number <= most;
}

// "03/04/2025" and "03-04-25": day and month, or month and day. Dots have the day first.
bool is_ambiguous(const Figures& found) {
  if (found.count != 3 || found.marks[0] == '.' || found.marks[0] != found.marks[1]) return false;
  const bool year = found.parts[2].size() == 2 || assess::year_of(found.parts[2]).has_value();
  return year && small(found.parts[0], 12) && small(found.parts[1], 12) &&
         assess::whole_number(found.parts[0]) != assess::whole_number(found.parts[1]);
}

// "03/2025", "03.2025"
std::optional<std::string> month_in_figures(const Figures& found) {
  if (found.count != 2 || found.marks[0] == '-' || !small(found.parts[0], 12)) return std::nullopt;
  if (!assess::year_of(found.parts[1])) return std::nullopt;
  const auto month = static_cast<unsigned>(assess::whole_number(found.parts[0]).value_or(0));
  return iso("%04d-%02u", assess::year_of(found.parts[1]).value_or(0), month);
}

// What only figures say: a day that can be read in two ways, or a month.
std::optional<FactDate> in_figures(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const Figures found = figures_at(text, at);
    if (found.count == 0) continue;
    if (is_ambiguous(found)) return FactDate{std::nullopt, true, at, found.end};
    if (auto month = month_in_figures(found)) {
      return FactDate{std::move(month), false, at, found.end};
    }
    at = found.end;
  }
  return std::nullopt;
}

std::optional<FactDate> in_calendar(std::string_view text) {
  text::Wording said(text);
  for (text::Term& term : said.terms) {
    for (const MonthWord& month : kGermanMonths) {
      if (term.word == month.german) term.word = month.english;
    }
  }
  for (const assess::DayRange& range : assess::days_named(said)) {
    if (range.no_year) continue;
    if (auto date = iso_of(range)) {
      return FactDate{std::move(date), false, range.start, range.end};
    }
  }
  return std::nullopt;
}

// "3.2", "v4", "2.0.1", "IV", "2025-03": what an edition is called begins with a figure.
bool names_version(std::string_view value) {
  constexpr std::size_t kLongest = 40;
  if (value.size() > kLongest) return false;
  return value.find_first_of("0123456789") <= "version "sv.size();  // npos is larger
}

// "en", "de-AT", "English"
bool names_language(std::string_view value) {
  constexpr std::size_t kLongest = 35;
  return value.size() >= 2 && value.size() <= kLongest &&
         value.find_first_of("0123456789:;,") == std::string_view::npos;
}

// "CISO", "M. Dahlgren, Chief Executive": who it is, and no sentence on what such a person does.
bool names_somebody(std::string_view value) {
  constexpr std::size_t kLongest = 80;
  return value.size() <= kLongest;
}

// "Next review: yearly" tells what to do even without a day.
bool useful_without_day(FactName name) {
  return name == FactName::ReviewDue || name == FactName::ValidUntil;
}

// The bytes before a date: "Board, 12 March 2025" -> "Board".
std::size_t end_before(std::string_view text, std::size_t date) {
  constexpr std::array kJoins{" on"sv, " am"sv, " at"sv, " den"sv, ","sv,   " ("sv,  "("sv,  ";"sv,
                              " –"sv,  " -"sv,  "/"sv,   " |"sv,   " in"sv, " im"sv, " of"sv};
  std::string_view before = trimmed(text.substr(0, date));
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view join : kJoins) {
      if (!before.ends_with(join)) continue;
      before = trimmed(before.substr(0, before.size() - join.size()));
      cut = true;
    }
  }
  return before.empty() ? 0 : static_cast<std::size_t>(before.data() - text.data()) + before.size();
}

}  // namespace

std::optional<FactDate> first_date(std::string_view text) {
  const std::string_view whole = trimmed(text, " .");
  if (const auto year = assess::year_of(whole)) {
    const auto start = static_cast<std::size_t>(whole.data() - text.data());
    return FactDate{iso("%04d", *year), false, start, start + whole.size()};
  }
  auto figures = in_figures(text);
  auto calendar = in_calendar(text);
  if (!figures) return calendar;
  // The calendar reads an ambiguous date one way: here it is not to be guessed.
  if (!calendar || figures->start <= calendar->start) return figures;
  return calendar;
}

std::optional<FactDate> property_date(std::string_view text) {
  constexpr std::size_t kDay = 10;
  const std::size_t time = text.find('T');
  if (time == kDay) return first_date(text.substr(0, time));
  return first_date(text);
}

void FactList::add(DocumentFact fact) {
  if (says_nothing(fact.value)) return;
  std::size_t of_name = 0;
  for (const DocumentFact& known : facts_) {
    if (known.name != fact.name) continue;
    ++of_name;
    const bool same_day = fact.date && known.date == fact.date;
    const bool same = same_day || text::folded(known.value) == text::folded(fact.value);
    if (same && known.origin == fact.origin) return;
  }
  if (of_name < kMaxOfOneName) facts_.push_back(std::move(fact));
}

void FactList::add_words(FactName name, const Piece& words) {
  Piece said = words;
  const auto dangles = [&said] {
    return said.text().ends_with('.') ||
           (said.text().ends_with(')') && said.text().find('(') == std::string_view::npos);
  };
  while (said.end > said.start && dangles()) --said.end;
  DocumentFact fact;
  fact.name = name;
  fact.value = text::collapsed(said.text());
  if (fact.value.empty() || fact.value.size() > kMaxValueBytes) return;
  if (name == FactName::Version && !names_version(fact.value)) return;
  if (name == FactName::Language && !names_language(fact.value)) return;
  const bool somebody =
      name == FactName::Author || name == FactName::Owner || name == FactName::ApprovedBy;
  if (somebody && !names_somebody(fact.value)) return;
  if (name == FactName::State) return add_state(state_named(fact.value), said);
  if (is_day(name)) {
    const auto date = first_date(said.text());
    if (!date && !useful_without_day(name)) return;
    if (date) {
      fact.date = date->date;
      fact.ambiguous = date->ambiguous;
    }
  }
  fact.place = said.place();
  add(std::move(fact));
}

void FactList::add_approval(const Piece& words) {
  const std::string_view text = words.text();
  const auto date = first_date(text);
  if (date) add_words(FactName::ApprovedAt, words.part(date->start, date->end));
  const Piece who = words.part(0, date ? end_before(text, date->start) : text.size());
  constexpr std::array kAnswers{"yes"sv, "no"sv, "ja"sv, "nein"sv};
  const std::string said = ascii_lower(who.text());
  if (std::ranges::find(kAnswers, said) == kAnswers.end()) add_words(FactName::ApprovedBy, who);
}

void FactList::add_state(std::string_view state, const Piece& words) {
  if (state.empty()) return;
  DocumentFact fact;
  fact.name = FactName::State;
  fact.value = state;
  fact.place = words.place();
  add(std::move(fact));
}

std::vector<DocumentFact> FactList::take() {
  std::ranges::stable_sort(facts_, {}, &DocumentFact::name);
  return std::exchange(facts_, {});
}

}  // namespace assay::facts
