// SPDX-License-Identifier: Apache-2.0
// The measures that a requirement asks for, as opposed to its conditions, and comparing what
// evidence names with them.
#include <algorithm>
#include <cstddef>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/language/sentence_words.hpp"

namespace assay::assess {
namespace {

// "above", "more than", but not "no more than": just before the quantity.
bool compared(std::string_view text, const Quantity& quantity) {
  const auto before = text::terms(text.substr(0, quantity.start));
  for (std::size_t i = before.size(); i-- > 0 && i + 4 > before.size();) {
    if (grammar::among(lists::kComparisons, before[i].word)) return true;
    if (!grammar::among(lists::kThan, before[i].word)) continue;
    return i == 0 || (before[i - 1].word != "no" && before[i - 1].word != "not");
  }
  return false;
}

// "Purchases above 5,000 euro shall ...": before the verb such a number says what is meant, not how
// much is asked.
void drop_conditions(std::string_view text, std::vector<Quantity>& found) {
  const std::size_t verb = SentenceWords(text).verb_start();
  const auto is_condition = [&](const Quantity& quantity, QuantityKind kind) {
    return quantity.kind == kind && quantity.end <= verb && compared(text, quantity);
  };
  std::erase_if(found, [&](const Quantity& one) { return is_condition(one, QuantityKind::Count); });
  // "Accounts unused for more than 90 days are disabled": earlier is stricter.
  for (Quantity& one : found) {
    if (is_condition(one, QuantityKind::Duration)) one.bound = Bound::AtMost;
  }
}

// "WPA3 or WPA2": the older of two versions will do.
void drop_alternatives(std::string_view text, std::vector<Quantity>& found) {
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    const Quantity& next = found[i + 1];
    const bool versions = found[i].kind == QuantityKind::Version && next.kind == found[i].kind &&
                          next.name == found[i].name;
    if (!versions) continue;
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

QuantityMatch match(const Quantity& required, const std::vector<Quantity>& evidence) {
  // Months and quarters differ in length, and a year is 365 days or 12 months of 30.5.
  const double tolerance = required.kind == QuantityKind::Count ? 0 : 0.03;
  const auto named = [&required](const Quantity& given) {
    return given.kind == required.kind && given.name == required.name;
  };
  // A number alone in a cell is of whatever its row speaks of, unless that is named there too;
  // but a share it is only where it says so.
  const bool bare_counts = required.kind == QuantityKind::Count && required.name != "%" &&
                           std::ranges::none_of(evidence, named);
  auto out = QuantityMatch::Absent;
  for (const Quantity& given : evidence) {
    const bool bare = bare_counts && given.kind == required.kind && given.name.empty();
    if (!bare && !named(given)) continue;
    const bool met = required.bound == Bound::AtMost
                         ? given.value <= required.value * (1 + tolerance)
                         : given.value >= required.value * (1 - tolerance);
    if (met) return QuantityMatch::Met;
    out = QuantityMatch::Missed;
  }
  return out;
}

}  // namespace assay::assess
