// SPDX-License-Identifier: Apache-2.0
// Reading periods and sizes from words: a scan over the folded words of the text.
#include "pipeline/assess/quantities.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::Term;

struct Named {
  std::string_view word;
  double value;
};

// In days. Working days are taken as calendar days, months as 30.5.
constexpr std::array kUnits{Named{"second", 1.0 / 86400},
                            Named{"minute", 1.0 / 1440},
                            Named{"min", 1.0 / 1440},
                            Named{"hour", 1.0 / 24},
                            Named{"h", 1.0 / 24},
                            Named{"hr", 1.0 / 24},
                            Named{"day", 1},
                            Named{"week", 7},
                            Named{"month", 30.5},
                            Named{"quarter", 91.5},
                            Named{"year", 365},
                            Named{"night", 1},
                            Named{"semester", 182.5}};
constexpr std::array kAdverbs{
    Named{"hourly", 1.0 / 24},    Named{"daily", 1},          Named{"nightly", 1},
    Named{"weekly", 7},           Named{"fortnightly", 14},   Named{"biweekly", 14},
    Named{"monthly", 30.5},       Named{"bimonthly", 61},     Named{"quarterly", 91.5},
    Named{"semiannually", 182.5}, Named{"biannually", 182.5}, Named{"yearly", 365},
    Named{"annually", 365},       Named{"annual", 365},       Named{"biennially", 730},
    Named{"continuously", 0},     Named{"continuous", 0}};
constexpr std::array kNumbers{
    Named{"one", 1},       Named{"two", 2},      Named{"three", 3},     Named{"four", 4},
    Named{"five", 5},      Named{"six", 6},      Named{"seven", 7},     Named{"eight", 8},
    Named{"nine", 9},      Named{"ten", 10},     Named{"eleven", 11},   Named{"twelve", 12},
    Named{"fourteen", 14}, Named{"fifteen", 15}, Named{"eighteen", 18}, Named{"twenty", 20},
    Named{"thirty", 30},   Named{"sixty", 60},   Named{"ninety", 90}};
constexpr std::array kProtocols{"tls"sv, "ssl"sv, "wpa"sv, "smb"sv, "ssh"sv};
constexpr std::array kCiphers{"aes"sv, "sha"sv, "rsa"sv};

template <std::size_t N>
std::optional<double> named(const std::array<Named, N>& names, std::string_view word) {
  const auto found = std::ranges::find(names, word, &Named::word);
  if (found == names.end()) return std::nullopt;
  return found->value;
}

std::optional<double> unit_of(std::string_view word) {
  if (const auto exact = named(kUnits, word)) return exact;
  if (word.ends_with('s')) return named(kUnits, word.substr(0, word.size() - 1));
  return std::nullopt;
}

std::optional<double> number_of(const Term& term) {
  if (!term.number) return named(kNumbers, term.word);
  std::string digits = term.word;
  std::erase(digits, ',');
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : terms_(text::terms(text)) {}

  std::vector<Quantity> scan() {
    for (std::size_t at = 0; at < terms_.size();) {
      const std::size_t taken = step(at);
      at += std::max<std::size_t>(taken, 1);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t at) const {
    return at < terms_.size() ? std::string_view(terms_[at].word) : std::string_view();
  }
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
    for (const auto reader : {&Scanner::every, &Scanner::times, &Scanner::key_length,
                              &Scanner::version, &Scanner::duration, &Scanner::at_once}) {
      if (const std::size_t taken = (this->*reader)(at); taken > 0) return taken;
    }
    return 0;
  }

  // "every three months", "each quarter", "every other week", "per year" is left to times().
  std::size_t every(std::size_t at) {
    if (word(at) != "every" && word(at) != "each") return 0;
    std::size_t next = at + 1;
    double count = 1;
    if (word(next) == "other" || word(next) == "second") {
      count = 2;
      ++next;
    } else if (const auto given = number(next)) {
      count = *given;
      ++next;
    }
    for (const auto filler : {"calendar"sv, "working"sv, "business"sv}) {
      if (word(next) == filler) ++next;
    }
    const auto unit = unit_of(word(next));
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
    if (std::ranges::find(kCiphers, word(at)) == kCiphers.end()) return 0;
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
    add(QuantityKind::Duration, bound_before(at), *value * *unit, at, next - at + 1);
    return next - at + 1;
  }

  // "immediately", "the same day": a duration of nothing, or of a day.
  std::size_t at_once(std::size_t at) {
    if (word(at) == "immediately" || word(at) == "instantly") {
      add(QuantityKind::Duration, Bound::AtMost, 0, at, 1);
      return 1;
    }
    if (word(at) == "same" && (word(at + 1) == "day" || word(at + 1) == "working")) {
      add(QuantityKind::Duration, Bound::AtMost, 1, at, 2);
      return 2;
    }
    return 0;
  }

  // "at least", "minimum", "for": a duration that must be reached; else one not to be passed.
  [[nodiscard]] Bound bound_before(std::size_t at) const {
    const std::size_t first = at >= 4 ? at - 4 : 0;
    for (std::size_t i = at; i-- > first;) {
      const std::string_view here = word(i);
      if (here == "within" || here == "most" || here == "later" || here == "after" ||
          here == "before" || here == "exceed" || here == "maximum") {
        return Bound::AtMost;
      }
      if (here == "least" || here == "minimum" || here == "for" || here == "less" ||
          here == "fewer") {
        return Bound::AtLeast;
      }
    }
    return Bound::AtMost;
  }

  std::vector<Term> terms_;
  std::vector<Quantity> found_;
};

}  // namespace

std::vector<Quantity> quantities(std::string_view text) {
  return Scanner(text).scan();
}

QuantityMatch match(const Quantity& required, const std::vector<Quantity>& evidence) {
  // Months and quarters differ in length, and a year is 365 days or 12 months of 30.5.
  constexpr double kTolerance = 0.03;
  bool other = false;
  for (const Quantity& given : evidence) {
    if (given.kind != required.kind || given.name != required.name) continue;
    const bool met = required.bound == Bound::AtMost
                         ? given.value <= required.value * (1 + kTolerance)
                         : given.value >= required.value * (1 - kTolerance);
    if (met) return QuantityMatch::Met;
    other = true;
  }
  return other ? QuantityMatch::Missed : QuantityMatch::Absent;
}

}  // namespace assay::assess
