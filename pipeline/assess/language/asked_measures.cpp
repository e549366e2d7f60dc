// SPDX-License-Identifier: Apache-2.0
// The measures that a requirement asks for, as opposed to its conditions.
#include <algorithm>
#include <array>
#include <cstddef>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/language/sentence_words.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
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
