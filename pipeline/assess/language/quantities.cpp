// SPDX-License-Identifier: Apache-2.0
// Reading periods and sizes from words: a scan over the folded words of the text.
#include "pipeline/assess/language/quantities.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::Term;

// In days. Working days are taken as calendar days, months as 30.5.
constexpr std::array kUnits{NamedValue{"second", 1.0 / 86400},
                            NamedValue{"minute", 1.0 / 1440},
                            NamedValue{"min", 1.0 / 1440},
                            NamedValue{"hour", 1.0 / 24},
                            NamedValue{"h", 1.0 / 24},
                            NamedValue{"hr", 1.0 / 24},
                            NamedValue{"day", 1},
                            NamedValue{"week", 7},
                            NamedValue{"month", 30.5},
                            NamedValue{"quarter", 91.5},
                            NamedValue{"year", 365},
                            NamedValue{"night", 1},
                            NamedValue{"semester", 182.5}};
constexpr std::array kAdverbs{NamedValue{"hourly", 1.0 / 24},  NamedValue{"daily", 1},
                              NamedValue{"nightly", 1},        NamedValue{"weekly", 7},
                              NamedValue{"fortnightly", 14},   NamedValue{"biweekly", 14},
                              NamedValue{"monthly", 30.5},     NamedValue{"bimonthly", 61},
                              NamedValue{"quarterly", 91.5},   NamedValue{"semiannually", 182.5},
                              NamedValue{"biannually", 182.5}, NamedValue{"yearly", 365},
                              NamedValue{"annually", 365},     NamedValue{"annual", 365},
                              NamedValue{"biennially", 730},   NamedValue{"continuously", 0},
                              NamedValue{"continuous", 0}};
// Behind "every": what comes once in so many days.
constexpr std::array kRecurring{
    NamedValue{"weekday", 1},   NamedValue{"morning", 1},    NamedValue{"evening", 1},
    NamedValue{"monday", 7},    NamedValue{"tuesday", 7},    NamedValue{"wednesday", 7},
    NamedValue{"thursday", 7},  NamedValue{"friday", 7},     NamedValue{"saturday", 7},
    NamedValue{"sunday", 7},    NamedValue{"weekend", 7},    NamedValue{"spring", 365},
    NamedValue{"summer", 365},  NamedValue{"autumn", 365},   NamedValue{"winter", 365},
    NamedValue{"january", 365}, NamedValue{"february", 365}, NamedValue{"march", 365},
    NamedValue{"april", 365},   NamedValue{"may", 365},      NamedValue{"june", 365},
    NamedValue{"july", 365},    NamedValue{"august", 365},   NamedValue{"september", 365},
    NamedValue{"october", 365}, NamedValue{"november", 365}, NamedValue{"december", 365}};
constexpr std::array kProtocols{"tls"sv, "ssl"sv, "wpa"sv, "smb"sv, "ssh"sv};
constexpr std::array kCiphers{"aes"sv, "sha"sv, "rsa"sv};

std::optional<double> unit_of(std::string_view word) {
  if (const auto exact = named(kUnits, word)) return exact;
  if (word.ends_with('s')) return named(kUnits, word.substr(0, word.size() - 1));
  return std::nullopt;
}

class Scanner : private IndexedWords {
 public:
  using IndexedWords::IndexedWords;

  std::vector<Quantity> scan() {
    for (std::size_t at = 0; at < terms_.size();) {
      const std::size_t taken = step(at);
      at += std::max<std::size_t>(taken, 1);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::optional<double> number(std::size_t at) const {
    return at < terms_.size() ? number_of(terms_[at]) : std::nullopt;
  }

  void add(QuantityKind kind, Bound bound, double value, std::size_t first, std::size_t count,
           std::string name = {}) {
    found_.push_back(
        {kind, bound, value, std::move(name), terms_[first].start, terms_[first + count - 1].end});
  }

  // Reads one quantity at a word; the number of words it took, 0 for none.
  std::size_t step(std::size_t at) {
    if (const auto period = named(kAdverbs, word(at))) {
      add(QuantityKind::Frequency, Bound::AtMost, *period, at, 1);
      return 1;
    }
    if (word(at) == "half" && (word(at + 1) == "yearly" || word(at + 1) == "year")) {
      add(QuantityKind::Frequency, Bound::AtMost, 182.5, at, 2);
      return 2;
    }
    if ((word(at) == "semi" || word(at) == "bi") && named(kAdverbs, word(at + 1))) {
      const double whole = *named(kAdverbs, word(at + 1));
      const bool halves = word(at) == "semi" || whole >= 365;
      add(QuantityKind::Frequency, Bound::AtMost, halves ? whole / 2 : whole * 2, at, 2);
      return 2;
    }
    for (const auto reader :
         {&Scanner::in_months, &Scanner::every, &Scanner::times, &Scanner::key_length,
          &Scanner::version, &Scanner::duration, &Scanner::at_once}) {
      if (const std::size_t taken = (this->*reader)(at); taken > 0) return taken;
    }
    return 0;
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
      if (!is_month_name(word(i))) break;
      next = i + 1;
      ++count;
    }
    if (count < 2 || number(next)) return 0;  // "in May and June 2025"
    add(QuantityKind::Frequency, Bound::AtMost, 365 / count, at, next - at);
    return next - at;
  }

  // "every three months", "each quarter", "every other week", "per year" is left to times().
  std::size_t every(std::size_t at) {
    if (word(at) != "every" && word(at) != "each") return 0;
    // "99.5 % of each month": a share of it, not how often.
    if (at > 1 && word(at - 1) == "of" && terms_[at - 2].number) return 0;
    std::size_t next = at + 1;
    double count = 1;
    if (word(next) == "other" || word(next) == "second") {
      count = 2;
      ++next;
    } else if (const auto given = number(next)) {
      count = *given;
      ++next;
    }
    for (const auto filler : {"calendar"sv, "working"sv, "business"sv, "first"sv, "last"sv}) {
      if (word(next) == filler) ++next;
    }
    auto unit = unit_of(word(next));
    if (!unit) unit = named(kRecurring, word(next));
    if (!unit) return 0;
    add(QuantityKind::Frequency, Bound::AtMost, count * *unit, at, next - at + 1);
    return next - at + 1;
  }

  // "once a quarter", "twice per year", "four times a year", "3 times annually".
  std::size_t times(std::size_t at) {
    std::size_t next = at + 1;
    double count = 0;
    if (word(at) == "once") {
      count = 1;
    } else if (word(at) == "twice") {
      count = 2;
    } else if (const auto given = number(at); given && word(next) == "times") {
      count = *given;
      ++next;
    }
    if (count <= 0) return 0;
    for (const auto article : {"a"sv, "an"sv, "per"sv, "each"sv, "every"sv, "in"sv, "calendar"sv}) {
      if (word(next) == article) ++next;
    }
    auto unit = unit_of(word(next));
    if (!unit) unit = named(kAdverbs, word(next));
    if (!unit) return 0;
    add(QuantityKind::Frequency, Bound::AtMost, *unit / count, at, next - at + 1);
    return next - at + 1;
  }

  // "256 bits", "AES-256", "256-bit".
  std::size_t key_length(std::size_t at) {
    const auto value = number(at);
    if (value && (word(at + 1) == "bit" || word(at + 1) == "bits")) {
      add(QuantityKind::KeyLength, Bound::AtLeast, *value, at, 2);
      return 2;
    }
    if (!grammar::among(kCiphers, word(at))) return 0;
    const auto size = number(at + 1);
    if (!size || *size < 56) return 0;
    add(QuantityKind::KeyLength, Bound::AtLeast, *size, at, 2);
    return 2;
  }

  // "TLS 1.2", "TLSv1.3".
  std::size_t version(std::size_t at) {
    for (const auto protocol : kProtocols) {
      if (!word(at).starts_with(protocol)) continue;
      std::string_view rest = word(at).substr(protocol.size());
      if (rest.starts_with('v')) rest.remove_prefix(1);
      std::size_t taken = 1;
      if (rest.empty() && word(at + 1) == "version") ++taken;
      if (rest.empty()) rest = word(at + taken++);
      if (rest.starts_with('v')) rest.remove_prefix(1);
      double value = 0;
      const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), value);
      if (rest.empty() || read.ec != std::errc{}) continue;
      add(QuantityKind::Version, Bound::AtLeast, value, at, taken, std::string(protocol));
      return taken;
    }
    return 0;
  }

  // "within 24 hours", "for at least twelve months", "10 working days".
  std::size_t duration(std::size_t at) {
    const auto value = number(at);
    if (!value) return 0;
    std::size_t next = at + 1;
    if (number(next) && terms_[next].number) ++next;  // "twelve (12) months"
    for (const auto filler : {"full"sv, "calendar"sv, "working"sv, "business"sv, "consecutive"sv}) {
      if (word(next) == filler) ++next;
    }
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
    const bool often = behind_interval(at);
    add(often ? QuantityKind::Frequency : QuantityKind::Duration, often ? Bound::AtMost : bound,
        days, at, next - at + 1);
    return next - at + 1;
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

  // "immediately", "the same day", "by the next working day": a duration of nothing, or of a day.
  std::size_t at_once(std::size_t at) {
    if (word(at) == "next" || word(at) == "following") {
      const bool kind = word(at + 1) == "working" || word(at + 1) == "business";
      const std::size_t day = at + (kind ? 2 : 1);
      if (word(day) != "day") return 0;
      add(QuantityKind::Duration, Bound::AtMost, 1, at, day - at + 1);
      return day - at + 1;
    }
    if (word(at) == "immediately" || word(at) == "instantly") {
      add(QuantityKind::Duration, Bound::AtMost, 0, at, 1);
      return 1;
    }
    if (word(at) == "on" && word(at + 1) == "the" && word(at + 2) == "last") {
      const std::size_t day = at + (word(at + 3) == "working" ? 4 : 3);
      if (word(day) != "day") return 0;
      add(QuantityKind::Duration, Bound::AtMost, 0, at, day - at + 1);
      return day - at + 1;
    }
    if (word(at) == "same" && (word(at + 1) == "day" || word(at + 1) == "working")) {
      add(QuantityKind::Duration, Bound::AtMost, 1, at, 2);
      return 2;
    }
    return 0;
  }

  // "for 90 days" is a duration that must be reached; without a word it is one not to be passed.
  [[nodiscard]] Bound bound_around(std::size_t first, std::size_t last) const {
    if (const auto said = bound_of(terms_, first, last)) return *said;
    const bool lasts = first > 0 && word(first - 1) == "for";
    return lasts ? Bound::AtLeast : Bound::AtMost;
  }

  std::vector<Quantity> found_;
};

}  // namespace

std::vector<Quantity> quantities(const text::Wording& said) {
  auto out = Scanner(said).scan();
  for (Quantity& count : counts(said, out)) out.push_back(std::move(count));
  return out;
}

}  // namespace assay::assess
