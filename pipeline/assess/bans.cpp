// SPDX-License-Identifier: Apache-2.0
// Words for keeping something from happening, and denials in front of them.
#include "pipeline/assess/bans.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::array kProtecting{"protect"sv, "secur"sv, "safeguard"sv, "harden"sv, "insur"sv};

bool bans(const text::Term& term) {
  return (grammar::among(lists::kPreventing, term.word) && term.word != "only") ||
         grammar::among(kProtecting, term.stem);
}

}  // namespace

bool asks_for_ban(std::span<const text::Term> requirement) {
  for (std::size_t i = 0; i < requirement.size(); ++i) {
    if (grammar::among(lists::kPreventing, requirement[i].word)) return true;
    if (requirement[i].word != "against") continue;
    const bool protects = std::ranges::any_of(requirement.first(i), [](const text::Term& term) {
      return grammar::among(kProtecting, term.stem);
    });
    if (protects) return true;
  }
  return false;
}

bool denies_ban(std::span<const text::Term> requirement, std::span<const text::Term> evidence) {
  constexpr std::array kDenials{"not"sv, "no"sv, "never"sv, "without"sv};
  constexpr std::size_t kReach = 3;  // words: "no write protection", "not yet blocked"
  const auto asked = [requirement](const text::Term& said) {
    return std::ranges::any_of(requirement, [&said](const text::Term& term) {
      return bans(term) && term.stem == said.stem;
    });
  };
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if (!grammar::among(kDenials, evidence[i].word)) continue;
    const std::size_t count = std::min(kReach, evidence.size() - i - 1);
    if (std::ranges::any_of(evidence.subspan(i + 1, count), asked)) return true;
  }
  return false;
}

}  // namespace assay::assess
