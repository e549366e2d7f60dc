// SPDX-License-Identifier: Apache-2.0
// Reads periods and sizes from words: a scan over the folded words of the text.
#include "pipeline/assess/language/quantities.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "pipeline/assess/language/grammar.hpp"

namespace assay::assess {
namespace {

using grammar::among;

template <std::size_t N>
std::optional<double> named(const std::array<std::pair<std::string_view, double>, N>& values,
                            std::string_view word) {
  const auto found = std::ranges::find(values, word, [](const auto& one) { return one.first; });
  if (found == values.end()) return std::nullopt;
  return found->second;
}

// In days.
std::optional<double> unit_of(std::string_view word) {
  if (const auto exact = named(lists::kUnits, word)) return exact;
  return word.ends_with('s') ? named(lists::kUnits, word.substr(0, word.size() - 1)) : std::nullopt;
}

class Scanner : private IndexedWords {
 public:
  using IndexedWords::IndexedWords;

  std::vector<Quantity> scan() {
    for (std::size_t at = 0; at < terms_.size();) at += std::max<std::size_t>(step(at), 1);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::optional<double> number(std::size_t at) const {
    return at < terms_.size() ? number_of(terms_[at]) : std::nullopt;
  }
  // The word after these, each of which may stand there once, in their order.
  [[nodiscard]] std::size_t behind(std::span<const std::string_view> words, std::size_t at) const {
    for (const auto one : words) at += word(at) == one ? 1U : 0U;
    return at;
  }

  // Words [first, last). Like all readers below, gives the number of words.
  std::size_t add(QuantityKind kind, Bound bound, double value, std::size_t first, std::size_t last,
                  std::string name = {}) {
    found_.push_back(
        {kind, bound, value, std::move(name), terms_[first].start, terms_[last - 1].end});
    return last - first;
  }
  std::size_t add_frequency(double days, std::size_t first, std::size_t last) {
    return add(QuantityKind::Frequency, Bound::AtMost, days, first, last);
  }
  std::size_t add_within(double days, std::size_t first, std::size_t last) {
    return add(QuantityKind::Duration, Bound::AtMost, days, first, last);
  }

  // Reads one quantity at a word; the number of words it took, 0 for none.
  std::size_t step(std::size_t at) {
    for (const auto reader :
         {&Scanner::adverb, &Scanner::in_months, &Scanner::every, &Scanner::times,
          &Scanner::key_length, &Scanner::version, &Scanner::duration, &Scanner::at_once}) {
      if (const std::size_t taken = (this->*reader)(at); taken > 0) return taken;
    }
    return 0;
  }

  // "quarterly", "half-yearly", "semi-annually", "bi-monthly"
  std::size_t adverb(std::size_t at) {
    if (const auto period = named(lists::kAdverbs, word(at))) {
      return add_frequency(*period, at, at + 1);
    }
    if (word(at) == "half" && (word(at + 1) == "yearly" || word(at + 1) == "year")) {
      return add_frequency(182.5, at, at + 2);
    }
    const auto whole = named(lists::kAdverbs, word(at + 1));
    if (!whole || (word(at) != "semi" && word(at) != "bi")) return 0;
    const bool halves = word(at) == "semi" || *whole >= 365;
    return add_frequency(halves ? *whole / 2 : *whole * 2, at, at + 2);
  }

  // "in January and July", "every April and every October": so often a year.
  std::size_t in_months(std::size_t at) {
    const auto leads = [this](std::size_t i) {
      return word(i) == "in" || word(i) == "every" || word(i) == "each";
    };
    if (!leads(at)) return 0;
    std::size_t next = at;
    double count = 0;
    for (std::size_t i = at;; ++i) {
      if (i > at && word(i) == "and") ++i;
      if (leads(i)) ++i;
      if (!among(lists::kMonthNames, word(i))) break;
      next = i + 1;
      ++count;
    }
    if (count < 2 || number(next)) return 0;  // "in May and June 2025"
    return add_frequency(365 / count, at, next);
  }

  // "every three months", "each quarter", "every other week"; "per year" is left to times().
  std::size_t every(std::size_t at) {
    if (word(at) != "every" && word(at) != "each") return 0;
    // "99.5 % of each month": a share of it, not how often.
    if (at > 1 && word(at - 1) == "of" && terms_[at - 2].number) return 0;
    const bool other = word(at + 1) == "other" || word(at + 1) == "second";
    const auto count = other ? 2.0 : number(at + 1);
    const std::size_t next = behind(lists::kRecurringFillers, at + (count ? 2 : 1));
    auto unit = unit_of(word(next));
    if (!unit) unit = named(lists::kRecurring, word(next));
    return unit ? add_frequency(count.value_or(1) * *unit, at, next + 1) : 0;
  }

  // "once a quarter", "twice per year", "four times a year", "3 times annually".
  std::size_t times(std::size_t at) {
    const bool counted = word(at + 1) == "times";
    const auto count = word(at) == "once"    ? 1.0
                       : word(at) == "twice" ? 2.0
                       : counted             ? number(at).value_or(0)
                                             : 0;
    if (count <= 0) return 0;
    const std::size_t begin = at + (counted && number(at) ? 2 : 1);
    const std::size_t next = behind(lists::kTimesFillers, begin);
    auto unit = unit_of(word(next));
    if (!unit) unit = named(lists::kAdverbs, word(next));
    return unit ? add_frequency(*unit / count, at, next + 1) : 0;
  }

  // "256 bits", "AES-256", "256-bit".
  std::size_t key_length(std::size_t at) {
    const auto value = number(at);
    const bool bits = value && (word(at + 1) == "bit" || word(at + 1) == "bits");
    const auto size = bits ? value : number(at + 1);
    if (!bits && (!among(lists::kCiphers, word(at)) || !size || *size < 56)) return 0;
    return add(QuantityKind::KeyLength, Bound::AtLeast, *size, at, at + 2);
  }

  // "TLS 1.2", "TLSv1.3".
  std::size_t version(std::size_t at) {
    for (const auto protocol : lists::kProtocols) {
      if (!word(at).starts_with(protocol)) continue;
      std::string_view rest = word(at).substr(protocol.size());
      std::size_t last = at + 1;
      if (rest.empty() || rest == "v") {
        if (word(last) == "version") ++last;
        rest = word(last++);
      }
      if (rest.starts_with('v')) rest.remove_prefix(1);
      double value = 0;
      const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value);
      if (rest.empty() || read.ec != std::errc{}) continue;
      return add(QuantityKind::Version, Bound::AtLeast, value, at, last, std::string(protocol));
    }
    return 0;
  }

  // "within 24 hours", "for at least twelve months", "10 working days".
  std::size_t duration(std::size_t at) {
    const auto value = number(at);
    if (!value) return 0;
    const bool twice = number(at + 1) && terms_[at + 1].number;  // "twelve (12) months"
    std::size_t next = behind(lists::kUnitFillers, at + (twice ? 2 : 1));
    const auto unit = unit_of(word(next));
    if (!unit) return 0;
    double days = *value * *unit;
    const Bound bound = bound_around(at, next + 1);
    // "3 h 10 min", "nine hours and five minutes"
    for (double last = *unit;;) {
      const std::size_t more = next + (word(next + 1) == "and" ? 2 : 1);
      const auto smaller = number(more) ? unit_of(word(more + 1)) : std::nullopt;
      if (!smaller || *smaller >= last) break;
      days += *number(more) * *smaller;
      last = *smaller;
      next = more + 1;
    }
    if (behind_interval(at)) return add_frequency(days, at, next + 1);
    return add(QuantityKind::Duration, bound, days, at, next + 1);
  }
  // "at intervals of no more than six months": how often.
  [[nodiscard]] bool behind_interval(std::size_t at) const {
    constexpr std::size_t kReach = 6;
    for (std::size_t i = at; i-- > (at > kReach ? at - kReach : 0);) {
      if (word(i) == "interval" || word(i) == "intervals") return true;
      if (!terms_[i].stop && word(i) != "most" && word(i) != "exceeding") return false;
    }
    return false;
  }
  // "for 90 days" is a duration that must be reached; without a word it is one not to be passed.
  [[nodiscard]] Bound bound_around(std::size_t first, std::size_t last) const {
    const bool lasts = first > 0 && word(first - 1) == "for";
    return bound_of(terms_, first, last).value_or(lasts ? Bound::AtLeast : Bound::AtMost);
  }

  // "immediately", "the same day", "by the next working day": a duration of nothing, or of a day.
  std::size_t at_once(std::size_t at) {
    const auto day_behind = [this](std::size_t i, bool business) {
      if (word(i) == "working" || (business && word(i) == "business")) ++i;
      return word(i) == "day" ? i + 1 : 0;
    };
    if (word(at) == "immediately" || word(at) == "instantly") return add_within(0, at, at + 1);
    if (word(at) == "same" && (word(at + 1) == "day" || word(at + 1) == "working")) {
      return add_within(1, at, at + 2);
    }
    const bool last_day = word(at) == "on" && word(at + 1) == "the" && word(at + 2) == "last";
    const bool next_day = word(at) == "next" || word(at) == "following";
    const std::size_t end = last_day   ? day_behind(at + 3, false)
                            : next_day ? day_behind(at + 1, true)
                                       : 0;
    return end > 0 ? add_within(next_day ? 1 : 0, at, end) : 0;
  }

  std::vector<Quantity> found_;
};

}  // namespace

std::optional<double> number_of(const text::Term& term) {
  if (!term.number) return named(lists::kNumberWords, term.word);
  std::string digits = term.word;
  std::erase(digits, ',');
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::vector<Quantity> quantities(const text::Wording& said) {
  auto out = Scanner(said).scan();
  for (Quantity& count : counts(said, out)) out.push_back(std::move(count));
  return out;
}

}  // namespace assay::assess
