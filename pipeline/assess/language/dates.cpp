// SPDX-License-Identifier: Apache-2.0
// The calendar, and days read from words and figures.
#include "pipeline/assess/language/dates.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "pipeline/assess/language/grammar.hpp"

namespace assay::assess {
namespace {

// Dates without their year are taken to be of this one, which has a 29 February.
constexpr int kSomeYear = 2000;

// Of a folded word, "march" or "mar": 1 to 12; 0 for what is no month.
int month_of(std::string_view word) {
  for (std::size_t i = 0; i < lists::kMonthsInShort.size(); ++i) {
    if (word == lists::kMonthsInShort[i] || word == lists::kMonthNames[i])
      return static_cast<int>(i) + 1;
  }
  return word == "sept" ? 9 : 0;
}

// Days since 1970-01-01; nullopt: there is no such day.
std::optional<int> day_number(int year, int month, int day) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return static_cast<int>(std::chrono::sys_days(date).time_since_epoch().count());
}

// From the first of a month, so many months long.
DayRange months_from(int year, int month, int count) {
  const int behind = month - 1 + count;
  return {*day_number(year, month, 1), *day_number(year + behind / 12, behind % 12 + 1, 1) - 1,
          false, 0, 0};
}

// "q3": 3; 0 for none.
int quarter_of(std::string_view word) {
  return word.size() == 2 && word[0] == 'q' && word[1] >= '1' && word[1] <= '4' ? word[1] - '0' : 0;
}

class Finder : private IndexedWords {
 public:
  using IndexedWords::IndexedWords;

  std::vector<DayRange> find() {
    for (std::size_t at = 0; at < terms_.size();) at += std::max<std::size_t>(step(at), 1);
    return std::move(found_);
  }

 private:
  std::size_t keep(DayRange range, std::size_t at, std::size_t count) {
    range.start = terms_[at].start;
    range.end = terms_[at + count - 1].end;
    found_.push_back(range);
    return count;
  }
  std::size_t keep(std::optional<int> day, std::size_t at, std::size_t count, bool no_year) {
    return day ? keep(DayRange{*day, *day, no_year, 0, 0}, at, count) : 0;
  }
  // So many months of the year that is named at a word; where none is, nothing is kept.
  std::size_t keep_months(std::size_t year_at, int month, int count, std::size_t at) {
    const auto year = year_of(word(year_at));
    return year ? keep(months_from(*year, month, count), at, year_at - at + 1) : 0;
  }
  // "7", "07", "7th": the day of a month.
  [[nodiscard]] std::optional<int> day_in_month(std::size_t at) const {
    std::string_view digits = word(at);
    for (const auto ending : {"st"sv, "nd"sv, "rd"sv, "th"sv}) {
      if (digits.ends_with(ending)) digits.remove_suffix(ending.size());
    }
    const auto day = whole_number(digits);
    return day && *day >= 1 && *day <= 31 ? day : std::nullopt;
  }

  // The number of words a date at the word takes; 0: there is none.
  std::size_t step(std::size_t at) {
    for (const auto reader : {&Finder::in_figures, &Finder::in_words, &Finder::quarter,
                              &Finder::half_year, &Finder::year}) {
      if (const std::size_t taken = (this->*reader)(at); taken > 0) return taken;
    }
    return 0;
  }

  // "2025-03-07"; "07.03.2025", which the words hold as one ("7.3.2025") or as three.
  std::size_t in_figures(std::size_t at) {
    const std::string_view whole = word(at);
    if (const std::size_t dot = whole.find('.'); dot != std::string_view::npos) {
      const std::size_t second = whole.find('.', dot + 1);
      if (second == std::string_view::npos) return day_and_month(whole, dot, at);
      return keep(date_of(whole.substr(0, dot), whole.substr(dot + 1, second - dot - 1),
                          whole.substr(second + 1)),
                  at, 1, false);
    }
    const bool joined = gap(at) == "-" || gap(at) == "/" || gap(at) == ".";
    if (at + 2 >= terms_.size() || !joined || gap(at) != gap(at + 1)) return 0;
    return keep(date_of(word(at), word(at + 1), word(at + 2)), at, 3, false);
  }
  // "09.01.", two figures each and a dot after them: else it is a number.
  std::size_t day_and_month(std::string_view whole, std::size_t dot, std::size_t at) {
    if (dot != 2 || whole.size() != 5 || !gap(at).starts_with('.')) return 0;
    const auto day = whole_number(whole.substr(0, 2));
    const auto month = whole_number(whole.substr(3));
    return day && month ? keep(day_number(kSomeYear, *month, *day), at, 1, true) : 0;
  }
  [[nodiscard]] static std::optional<int> date_of(std::string_view a, std::string_view b,
                                                  std::string_view c) {
    const auto first = whole_number(a);
    const auto second = whole_number(b);
    const auto third = whole_number(c);
    if (!first || !second || !third || a.size() > 4 || c.size() > 4) return std::nullopt;
    if (year_of(a)) return day_number(*first, *second, *third);
    if (!year_of(c)) return std::nullopt;
    const bool american = *second > 12;
    return day_number(*third, american ? *first : *second, american ? *second : *first);
  }

  // "7 March 2025", "March 7, 2025", "March 2025"
  std::size_t in_words(std::size_t at) {
    const auto day = day_in_month(at);
    const auto year = year_of(word(at + 2));
    if (const int month = month_of(word(at + 1)); day && month > 0) {
      return keep(day_number(year.value_or(kSomeYear), month, *day), at, year ? 3 : 2, !year);
    }
    const int month = month_of(word(at));
    if (month == 0) return 0;
    if (const std::size_t taken = keep_months(at + 1, month, 1, at); taken > 0) return taken;
    const auto behind = day_in_month(at + 1);
    return behind && year ? keep(day_number(*year, month, *behind), at, 3, false) : 0;
  }

  // "Q3 2025", "2025 Q3", "the third quarter of 2025"
  std::size_t quarter(std::size_t at) {
    constexpr std::array kOrdinals{"first"sv, "second"sv, "third"sv, "fourth"sv};
    if (const int number = quarter_of(word(at)); number > 0) {
      return keep_months(at + 1, number * 3 - 2, 3, at);
    }
    const auto year = year_of(word(at));
    if (const int number = quarter_of(word(at + 1)); number > 0 && year) {
      return keep(months_from(*year, number * 3 - 2, 3), at, 2);
    }
    const auto found = std::ranges::find(kOrdinals, word(at));
    if (found == kOrdinals.end() || word(at + 1) != "quarter") return 0;
    const auto month = static_cast<int>(found - kOrdinals.begin()) * 3 + 1;
    return keep_months(at + (word(at + 2) == "of" ? 3 : 2), month, 3, at);
  }

  // "H2 2024", "the second half of 2024"
  std::size_t half_year(std::size_t at) {
    const bool half = word(at + 1) == "half";
    const bool first = word(at) == "h1" || (word(at) == "first" && half);
    if (!first && word(at) != "h2" && !(word(at) == "second" && half)) return 0;
    const std::size_t behind = at + (half ? 2 : 1);
    return keep_months(behind + (word(behind) == "of" ? 1 : 0), first ? 1 : 7, 6, at);
  }

  // "in 2025", "year 2025", "the 2024 reporting year", "for 2022, 2023 and 2024"
  std::size_t year(std::size_t at) {
    const auto year = year_of(word(at));
    const bool another = year && !found_.empty() && year_of(word(at - 1)) == *year - 1 &&
                         found_.back().end == terms_[at - 1].end;
    const bool said = another || word(at + 1) == "year" || word(at + 2) == "year" ||
                      grammar::among(lists::kBeforeYear, word(at - 1));
    return said ? keep_months(at, 1, 12, at) : 0;
  }

  std::vector<DayRange> found_;
};

}  // namespace

std::optional<int> whole_number(std::string_view word) {
  int value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (read.ec != std::errc{} || read.ptr != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<int> year_of(std::string_view word) {
  const auto year = whole_number(word);
  return word.size() == 4 && year && *year >= 1950 && *year < 2100 ? year : std::nullopt;
}

std::vector<DayRange> days_named(const text::Wording& said) {
  return Finder(said).find();
}

}  // namespace assay::assess
