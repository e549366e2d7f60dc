// SPDX-License-Identifier: Apache-2.0
// The words that bound a number, before it and behind it.
#include "pipeline/assess/bounds.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"

namespace assay::assess {
namespace {

using grammar::among;
using namespace std::string_view_literals;

constexpr std::array kLeastWords{"least"sv, "minimum"sv, "min"sv, "minimally"sv};
constexpr std::array kNegations{"no"sv, "not"sv, "never"sv, "nor"sv, "without"sv, "cannot"sv};
// How far before the number its bound may stand, in words.
constexpr std::size_t kBoundReach = 5;

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
    if (among(lists::kMoreThan, terms[i + 1].word)) return Bound::AtLeast;
    if (among(lists::kLessThan, terms[i + 1].word)) return Bound::AtMost;
    break;
  }
  const std::size_t from = first >= kBoundReach ? first - kBoundReach : 0;
  for (std::size_t i = first; i-- > from;) {
    const std::string_view word = terms[i].word;
    if (among(kLeastWords, word)) return Bound::AtLeast;
    if (among(lists::kAtMost, word)) return Bound::AtMost;
    if (among(lists::kMoreThan, word)) return denied(terms, i) ? Bound::AtMost : Bound::AtLeast;
    if (among(lists::kLessThan, word)) return denied(terms, i) ? Bound::AtLeast : Bound::AtMost;
    if (word == "to" && i > 0 && (terms[i - 1].word == "up" || terms[i - 1].word == "limited")) {
      return Bound::AtMost;
    }
  }
  return std::nullopt;
}

}  // namespace assay::assess
