// SPDX-License-Identifier: Apache-2.0
// The words that bound a number, before it and behind it.
#include "pipeline/assess/bounds.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "pipeline/assess/grammar.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using namespace std::string_view_literals;

constexpr std::array kMore{"more"sv,  "longer"sv, "greater"sv,  "higher"sv,  "larger"sv,
                           "above"sv, "over"sv,   "exceed"sv,   "exceeds"sv, "exceeding"sv,
                           "later"sv, "beyond"sv, "stronger"sv, "upwards"sv, "older"sv};
constexpr std::array kLess{"less"sv,  "fewer"sv,  "shorter"sv, "lower"sv,  "below"sv,
                           "under"sv, "sooner"sv, "earlier"sv, "smaller"sv};
constexpr std::array kLeast{"least"sv, "minimum"sv, "min"sv, "minimally"sv};
constexpr std::array kMax{"most"sv,  "maximum"sv, "max"sv,   "within"sv, "latest"sv,
                          "after"sv, "before"sv,  "until"sv, "maximal"sv};
constexpr std::array kNegations{"no"sv, "not"sv, "never"sv, "nor"sv, "without"sv, "cannot"sv};
// How far before the number its bound may stand, in words.
constexpr std::size_t kReach = 5;

// "no more than" against "more than"; "does not exceed".
bool denied(std::span<const text::Term> terms, std::size_t at) {
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
    if (among(kMore, terms[i + 1].word)) return Bound::AtLeast;
    if (among(kLess, terms[i + 1].word)) return Bound::AtMost;
    break;
  }
  const std::size_t from = first >= kReach ? first - kReach : 0;
  for (std::size_t i = first; i-- > from;) {
    const std::string_view word = terms[i].word;
    if (among(kLeast, word)) return Bound::AtLeast;
    if (among(kMax, word)) return Bound::AtMost;
    if (among(kMore, word)) return denied(terms, i) ? Bound::AtMost : Bound::AtLeast;
    if (among(kLess, word)) return denied(terms, i) ? Bound::AtLeast : Bound::AtMost;
    if (word == "to" && i > 0 && (terms[i - 1].word == "up" || terms[i - 1].word == "limited")) {
      return Bound::AtMost;
    }
  }
  return std::nullopt;
}

}  // namespace assay::assess
