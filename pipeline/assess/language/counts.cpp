// SPDX-License-Identifier: Apache-2.0
// Numbers of things: the number, the noun it counts, the words that bound it. And comparing what
// evidence names with what a requirement asks.
#include "pipeline/assess/language/quantities.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using namespace std::string_view_literals;

constexpr std::array kLeastWords{"least"sv, "minimum"sv, "min"sv, "minimally"sv};
constexpr std::array kNegations{"no"sv, "not"sv, "never"sv, "nor"sv, "without"sv, "cannot"sv};
// How far before the number its bound may stand, in words.
constexpr std::size_t kBoundReach = 5;

// "no more than" against "more than"; "does not exceed".
bool negated_before(std::span<const text::Term> terms, std::size_t at) {
  const std::size_t first = at >= 2 ? at - 2 : 0;
  for (std::size_t i = at; i-- > first;) {
    if (among(kNegations, terms[i].word)) return true;
  }
  return false;
}

}  // namespace

std::optional<Bound> bound_of(std::span<const text::Term> terms, std::size_t first,
                              std::size_t last) {
  for (std::size_t i = last; i + 1 < terms.size() && i < last + 4; ++i) {
    if (terms[i].word != "or" && terms[i].word != "and") continue;
    if (among(lists::kMoreThan, terms[i + 1].word)) return Bound::AtLeast;
    if (among(lists::kLessThan, terms[i + 1].word)) return Bound::AtMost;
    break;
  }
  const std::size_t from = first >= kBoundReach ? first - kBoundReach : 0;
  for (std::size_t i = first; i-- > from;) {
    const std::string_view word = terms[i].word;
    if (among(kLeastWords, word)) return Bound::AtLeast;
    if (among(lists::kAtMost, word)) return Bound::AtMost;
    if (among(lists::kMoreThan, word))
      return negated_before(terms, i) ? Bound::AtMost : Bound::AtLeast;
    if (among(lists::kLessThan, word))
      return negated_before(terms, i) ? Bound::AtLeast : Bound::AtMost;
    if (word == "to" && i > 0 && (terms[i - 1].word == "up" || terms[i - 1].word == "limited")) {
      return Bound::AtMost;
    }
  }
  return std::nullopt;
}

namespace {

using grammar::among;
using namespace std::string_view_literals;
using text::Term;

// Of physics: a number is so many of them whatever noun follows.
struct Measure {
  std::string_view word;
  std::string_view name;
};
constexpr std::array kMeasures{
    Measure{"ppm", "ppm"},    Measure{"ppb", "ppb"},    Measure{"lux", "lux"},
    Measure{"lx", "lux"},     Measure{"db", "db"},      Measure{"mg", "mg"},
    Measure{"kg", "kg"},      Measure{"km", "km"},      Measure{"m", "m"},
    Measure{"metre", "m"},    Measure{"metres", "m"},   Measure{"meter", "m"},
    Measure{"meters", "m"},   Measure{"cm", "cm"},      Measure{"mm", "mm"},
    Measure{"kw", "kw"},      Measure{"kwh", "kwh"},    Measure{"mbit", "mbit"},
    Measure{"gb", "gb"},      Measure{"tb", "tb"},      Measure{"bar", "bar"},
    Measure{"litre", "l"},    Measure{"litres", "l"},   Measure{"volts", "v"},
    Measure{"decibel", "db"}, Measure{"decibels", "db"}};
constexpr std::array kTries{"attempt"sv, "tri"sv, "password"sv, "login"sv, "logon"sv, "failur"sv};
constexpr std::array kLetters{"charact"sv, "digit"sv, "letter"sv, "symbol"sv, "sign"sv};
constexpr std::size_t kNounReach = 3;  // words from the number to what it counts

// One word for what is counted alike.
std::string unit_name(const std::string& stem) {
  if (among(lists::kPersonStems, stem)) return "person";
  if (among(kLetters, stem)) return "charact";
  if (among(kTries, stem)) return "attempt";
  return stem;
}

class Counter : private IndexedWords {
 public:
  Counter(const text::Wording& said, const std::vector<Quantity>& taken)
      : IndexedWords(said), taken_(taken), dates_(days_named(said)) {}

  std::vector<Quantity> count() {
    for (std::size_t at = 0; at < terms_.size(); ++at) {
      const auto value = number_of(terms_[at]);
      if (!value || within_other(at) || is_label(at)) continue;
      if (const std::size_t behind = range(at); behind > at) {
        at = behind - 1;
        continue;
      }
      add_share(at, *value);
      add_ratio(at, *value);
      const auto [name, last] = unit_behind(at);
      if (name.empty() && !alone_in_cell(at)) continue;
      const bool million = last < terms_.size() && terms_[last].word == "million";
      add(bound_of(terms_, at, last).value_or(Bound::AtLeast), *value * (million ? 1e6 : 1), name,
          at, last);
      at = last - 1;
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool within_other(std::size_t at) const {
    const auto covers = [this, at](const auto& other) {
      return other.start <= terms_[at].start && terms_[at].start < other.end;
    };
    return std::ranges::any_of(taken_, covers) || std::ranges::any_of(dates_, covers);
  }
  [[nodiscard]] bool is_label(std::size_t at) const {
    const std::string_view before = text_.substr(0, terms_[at].start);
    const bool joined = before.ends_with('-') || before.ends_with('/') || before.ends_with('#') ||
                        before.ends_with('.') || before.ends_with("\u00a7 ");
    return joined || (at > 0 && among(lists::kNumberLabels, terms_[at - 1].word));
  }
  [[nodiscard]] bool is_money(std::size_t at) const {
    const std::string_view before = text_.substr(0, terms_[at].start);
    if (before.ends_with("$") || before.ends_with("\u20ac") || before.ends_with("\u00a3"))
      return true;
    return (at > 0 && among(lists::kCurrencies, terms_[at - 1].word)) ||
           (at + 1 < terms_.size() && among(lists::kCurrencies, terms_[at + 1].word));
  }

  struct Unit {
    std::string name;
    std::size_t last = 0;  // the word behind it
  };
  // "between 2 and 8 degrees", "40-60 %": the word behind it; `at` where there is none.
  std::size_t range(std::size_t at) {
    const bool dash = gap(at) == "-" || gap(at) == "\u2013";
    const bool between = at > 0 && terms_[at - 1].word == "between";
    const std::size_t to = dash ? at + 1 : at + 2;
    if (to >= terms_.size() || !number_of(terms_[to])) return at;
    const std::string& link = terms_[at + 1].word;
    if (!dash && link != "to" && !(between && link == "and")) return at;
    const auto [name, last] = unit_behind(to);
    if (name.empty()) return at;
    add(Bound::AtLeast, *number_of(terms_[at]), name, at, at + 1);
    add(Bound::AtMost, *number_of(terms_[to]), name, to, last);
    return last;
  }
  // "one part in ten", "1 in 20": a percentage as well. Not "one in ten days".
  void add_ratio(std::size_t at, double value) {
    const std::size_t in = at + 1 < terms_.size() && terms_[at + 1].word == "in" ? at + 1 : at + 2;
    if (in + 1 >= terms_.size() || terms_[in].word != "in" || terms_[at + 1].number) return;
    const auto whole = number_of(terms_[in + 1]);
    const bool parts = whole && *whole > value && *whole <= 1000 && !within_other(in + 1) &&
                       gap(at) == " " && gap(in - 1) == " ";
    if (parts) add(Bound::AtLeast, 100 * value / *whole, "%", at, in + 2);
  }
  // "518 of 640 employees", "of 640 employees, 518", "18 of the 20": a percentage as well.
  void add_share(std::size_t at, double value) {
    constexpr std::size_t kReach = 4;  // words
    std::size_t i = at + 1;
    const bool behind = i < terms_.size() && (terms_[i].word == "of" || terms_[i].word == "out");
    const bool before = at > 0 && terms_[at - 1].word == "of";
    if (!behind && !before) return;
    for (; i < terms_.size() && i <= at + kReach; ++i) {
      if (gap(i - 1).find_first_of(";:.") != std::string_view::npos) return;
      const auto other = terms_[i].number ? number_of(terms_[i]) : std::nullopt;
      if (!other || within_other(i)) continue;
      const double part = behind ? value : *other;
      const double whole = behind ? *other : value;
      if (whole > 0 && part <= whole) {
        add(Bound::AtLeast, 100 * part / whole, "%", at, i + 1);
      }
      return;
    }
  }
  void add(Bound bound, double value, const std::string& name, std::size_t first,
           std::size_t last) {
    out_.push_back(
        {QuantityKind::Count, bound, value, name, terms_[first].start, terms_[last - 1].end});
  }
  // "4.1 °C", "85 dB(A)", "2 degrees Celsius"
  [[nodiscard]] Unit measure_behind(std::size_t at) const {
    if (at + 1 >= terms_.size()) return {"", at + 1};
    const std::string& word = terms_[at + 1].word;
    const bool sign = gap(at).find("\u00b0") != std::string_view::npos;
    if (sign || word == "degrees" || word == "degree") {
      const std::size_t scale = sign ? at + 1 : at + 2;
      const bool named =
          scale < terms_.size() && (terms_[scale].word == "celsius" || terms_[scale].word == "c");
      return {"degree", named ? scale + 1 : scale};
    }
    const auto found = std::ranges::find(kMeasures, word, &Measure::word);
    if (found == kMeasures.end()) return {"", at + 1};
    return {std::string(found->name), at + 2};
  }
  // "12 characters", "5 failed attempts", "99.5 %".
  [[nodiscard]] Unit unit_behind(std::size_t at) const {
    const std::string_view behind = gap(at);
    if (behind.starts_with("%") || behind.starts_with(" %")) return {"%", at + 1};
    if (is_money(at)) return {"money", at + 1};
    if (auto measure = measure_behind(at); !measure.name.empty()) return measure;
    Unit found{"", at + 1};
    for (std::size_t i = at + 1; i < terms_.size() && i <= at + kNounReach; ++i) {
      if (gap(i - 1).find_first_of(",;:.()") != std::string_view::npos) break;
      const Term& term = terms_[i];
      if (term.word == "percent" || term.word == "per" || term.word == "pct") {
        const bool cent =
            term.word != "per" || (i + 1 < terms_.size() && terms_[i + 1].word == "cent");
        if (cent) return {"%", term.word == "per" ? i + 2 : i + 1};
        break;
      }
      if (term.stop || term.number || among(lists::kFinite, term.word)) break;
      const bool one = terms_[at].word == "one" || terms_[at].word == "1";
      const bool plural = one || (term.word.ends_with('s') && !term.word.ends_with("ss"));
      if (!plural && !among(lists::kPersonStems, term.stem)) continue;
      found = {unit_name(term.stem), i + 1};
      if (!one || found.name == "person") break;
      // "twelve (12) characters" and adjectives go on.
    }
    return found;
  }
  // "value: 7", "MinimumPasswordLength = 7"
  [[nodiscard]] bool alone_in_cell(std::size_t at) const {
    std::string_view before = text_.substr(0, terms_[at].start);
    while (before.ends_with(' ')) before.remove_suffix(1);
    const std::string_view behind = gap(at);
    const bool closed = at + 1 == terms_.size()
                            ? behind.find_first_not_of(" .") == std::string::npos
                            : behind.starts_with(';') || behind.starts_with(" (");
    return closed && (before.ends_with(':') || before.ends_with('='));
  }

  const std::vector<Quantity>& taken_;
  std::vector<DayRange> dates_;
  std::vector<Quantity> out_;
};

}  // namespace

std::vector<Quantity> counts(const text::Wording& said, const std::vector<Quantity>& taken) {
  return Counter(said, taken).count();
}

QuantityMatch match(const Quantity& required, const std::vector<Quantity>& evidence) {
  // Months and quarters differ in length, and a year is 365 days or 12 months of 30.5.
  constexpr double kTolerance = 0.03;
  const double tolerance = required.kind == QuantityKind::Count ? 0 : kTolerance;
  bool other = false;
  const bool named = std::ranges::any_of(evidence, [&required](const Quantity& given) {
    return given.kind == required.kind && given.name == required.name;
  });
  for (const Quantity& given : evidence) {
    // A number alone in a cell is of whatever its row speaks of, unless that is named there too;
    // but a share it is only where it says so.
    const bool bare =
        !named && given.kind == QuantityKind::Count && given.name.empty() && required.name != "%";
    if (given.kind != required.kind || (given.name != required.name && !bare)) continue;
    const bool met = required.bound == Bound::AtMost
                         ? given.value <= required.value * (1 + tolerance)
                         : given.value >= required.value * (1 - tolerance);
    if (met) return QuantityMatch::Met;
    other = true;
  }
  return other ? QuantityMatch::Missed : QuantityMatch::Absent;
}

}  // namespace assay::assess
