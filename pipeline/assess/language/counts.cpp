// SPDX-License-Identifier: Apache-2.0
// Numbers of things: the number, the noun it counts, the words that bound it.
#include <algorithm>
#include <utility>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using text::Term;

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
      const double times = word(last) == "million" ? 1e6 : 1;
      add(bound_of(terms_, at, last).value_or(Bound::AtLeast), *value * times, name, at, last);
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
    const std::string_view text = before(at);
    return (!text.empty() && "-/#."sv.find(text.back()) != std::string_view::npos) ||
           text.ends_with("\u00a7 ") || among(lists::kNumberLabels, word(at - 1));
  }
  [[nodiscard]] bool is_money(std::size_t at) const {
    const std::string_view text = before(at);
    return text.ends_with("$") || text.ends_with("\u20ac") || text.ends_with("\u00a3") ||
           among(lists::kCurrencies, word(at - 1)) || among(lists::kCurrencies, word(at + 1));
  }

  struct Unit {
    std::string name;
    std::size_t last = 0;  // the word after it
  };
  // "between 2 and 8 degrees", "40-60 %": the word after it; `at` where there is none.
  std::size_t range(std::size_t at) {
    const bool dash = gap(at) == "-" || gap(at) == "\u2013";
    const bool between = word(at - 1) == "between" && word(at + 1) == "and";
    const std::size_t to = dash ? at + 1 : at + 2;
    const auto most = to < terms_.size() ? number_of(terms_[to]) : std::nullopt;
    if (!most || !(dash || between || word(at + 1) == "to")) return at;
    const auto [name, last] = unit_behind(to);
    if (name.empty()) return at;
    add(Bound::AtLeast, *number_of(terms_[at]), name, at, at + 1);
    add(Bound::AtMost, *most, name, to, last);
    return last;
  }
  // "one part in ten", "1 in 20": a percentage as well. Not "one in ten days".
  void add_ratio(std::size_t at, double value) {
    const std::size_t in = word(at + 1) == "in" ? at + 1 : at + 2;
    if (in + 1 >= terms_.size() || word(in) != "in" || terms_[at + 1].number) return;
    const auto whole = number_of(terms_[in + 1]);
    const bool parts = whole && *whole > value && *whole <= 1000 && !within_other(in + 1) &&
                       gap(at) == " " && gap(in - 1) == " ";
    if (parts) add(Bound::AtLeast, 100 * value / *whole, "%", at, in + 2);
  }
  // "518 of 640 employees", "of 640 employees, 518", "18 of the 20": a percentage as well.
  void add_share(std::size_t at, double value) {
    constexpr std::size_t kReach = 4;  // words
    const bool behind = word(at + 1) == "of" || word(at + 1) == "out";
    if (!behind && word(at - 1) != "of") return;
    for (std::size_t i = at + 1; i < terms_.size() && i <= at + kReach; ++i) {
      if (gap(i - 1).find_first_of(";:.") != std::string_view::npos) return;
      const auto other = terms_[i].number ? number_of(terms_[i]) : std::nullopt;
      if (!other || within_other(i)) continue;
      const auto [part, whole] = behind ? std::pair(value, *other) : std::pair(*other, value);
      if (whole > 0 && part <= whole) add(Bound::AtLeast, 100 * part / whole, "%", at, i + 1);
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
    const bool sign = at + 1 < terms_.size() && gap(at).find("\u00b0") != std::string_view::npos;
    if (sign || word(at + 1) == "degrees" || word(at + 1) == "degree") {
      const std::size_t scale = sign ? at + 1 : at + 2;
      const bool named = word(scale) == "celsius" || word(scale) == "c";
      return {"degree", named ? scale + 1 : scale};
    }
    return {std::string(grammar::name_of(kMeasures, word(at + 1))), at + 2};
  }
  // "12 characters", "5 failed attempts", "99.5 %".
  [[nodiscard]] Unit unit_behind(std::size_t at) const {
    constexpr std::size_t kReach = 3;  // words
    const std::string_view behind = gap(at);
    if (behind.starts_with("%") || behind.starts_with(" %")) return {"%", at + 1};
    if (is_money(at)) return {"money", at + 1};
    if (auto measure = measure_behind(at); !measure.name.empty()) return measure;
    const bool one = word(at) == "one" || word(at) == "1";
    Unit found{"", at + 1};
    for (std::size_t i = at + 1; i < terms_.size() && i <= at + kReach; ++i) {
      if (gap(i - 1).find_first_of(",;:.()") != std::string_view::npos) break;
      const Term& term = terms_[i];
      if (term.word == "percent" || term.word == "pct") return {"%", i + 1};
      if (term.word == "per" && word(i + 1) == "cent") return {"%", i + 2};
      if (term.stop || term.number || term.word == "per" || among(lists::kFinite, term.word)) break;
      const std::string_view name = grammar::name_of(kUnitNames, term.stem);
      if (!one && !grammar::ends_in_s(term.word) && name != "person") continue;
      found = {name.empty() ? term.stem : std::string(name), i + 1};
      if (!one || name == "person") break;
      // "twelve (12) characters" and adjectives go on.
    }
    return found;
  }
  // "value: 7", "MinimumPasswordLength = 7"
  [[nodiscard]] bool alone_in_cell(std::size_t at) const {
    std::string_view text = before(at);
    while (text.ends_with(' ')) text.remove_suffix(1);
    const std::string_view behind = gap(at);
    const bool closed = at + 1 == terms_.size()
                            ? behind.find_first_not_of(" .") == std::string::npos
                            : behind.starts_with(';') || behind.starts_with(" (");
    return closed && (text.ends_with(':') || text.ends_with('='));
  }

  const std::vector<Quantity>& taken_;
  std::vector<DayRange> dates_;
  std::vector<Quantity> out_;
};

}  // namespace

std::optional<Bound> bound_of(std::span<const Term> terms, std::size_t first, std::size_t last) {
  constexpr std::size_t kReach = 5;  // words before the number
  for (std::size_t i = last; i + 1 < terms.size() && i < last + 4; ++i) {
    if (terms[i].word != "or" && terms[i].word != "and") continue;
    if (among(lists::kMoreThan, terms[i + 1].word)) return Bound::AtLeast;
    if (among(lists::kLessThan, terms[i + 1].word)) return Bound::AtMost;
    break;
  }
  for (std::size_t i = first; i-- > (first > kReach ? first - kReach : 0);) {
    const std::string_view word = terms[i].word;
    if (among(lists::kLeastWords, word)) return Bound::AtLeast;
    if (among(lists::kAtMost, word)) return Bound::AtMost;
    const bool more = among(lists::kMoreThan, word);
    if (more || among(lists::kLessThan, word)) {
      // "no more than" against "more than"; "does not exceed".
      const std::size_t from = i >= 2 ? i - 2 : 0;
      const bool negated = grammar::any_among(terms.subspan(from, i - from), lists::kNegations);
      return more != negated ? Bound::AtLeast : Bound::AtMost;
    }
    if (word == "to" && i > 0 && (terms[i - 1].word == "up" || terms[i - 1].word == "limited")) {
      return Bound::AtMost;
    }
  }
  return std::nullopt;
}

std::vector<Quantity> counts(const text::Wording& said, const std::vector<Quantity>& taken) {
  return Counter(said, taken).count();
}

}  // namespace assay::assess
