// SPDX-License-Identifier: Apache-2.0
// The rules of weakening: their names, their reasons in words, and the force they leave.
#include <algorithm>
#include <array>
#include <cstddef>

#include "pipeline/assess/weakening.hpp"

namespace assay::assess {

using namespace std::string_view_literals;

namespace {

constexpr std::array kRuleNames{"negation"sv,
                                "plan"sv,
                                "wish"sv,
                                "draft"sv,
                                "exception"sv,
                                "blank"sv,
                                "failure"sv,
                                "outdated"sv,
                                "table-of-contents"sv,
                                "definition"sv,
                                "document-history"sv,
                                "other-subject"sv,
                                "out-of-period"sv,
                                "question"sv};

}  // namespace

std::string_view rule_name(WeakeningRule rule) {
  return kRuleNames.at(static_cast<std::size_t>(rule));
}

std::optional<WeakeningRule> rule_named(std::string_view name) {
  const auto found = std::ranges::find(kRuleNames, name);
  if (found == kRuleNames.end()) return std::nullopt;
  return static_cast<WeakeningRule>(found - kRuleNames.begin());
}

std::string_view explain(WeakeningRule rule) {
  constexpr std::array kReasons{"it is denied"sv,
                                "it is only planned"sv,
                                "it is not binding"sv,
                                "the document is a draft or not approved"sv,
                                "an exception is made"sv,
                                "the entry is left open"sv,
                                "it was not carried out"sv,
                                "the document is out of force"sv,
                                "it is an entry of a table of contents"sv,
                                "it only says what a word means"sv,
                                "it speaks of the document's own versions"sv,
                                "it speaks of what another party does"sv,
                                "it is not of the period asked about"sv,
                                "it only asks"sv};
  return kReasons.at(static_cast<std::size_t>(rule));
}

double remaining_force(WeakeningRule rule) {
  constexpr std::array kForce{0.30, 0.30, 0.70, 0.35, 0.65, 0.35, 0.38,
                              0.35, 0.25, 0.30, 0.30, 0.35, 0.20, 0.30};
  return kForce.at(static_cast<std::size_t>(rule));
}

}  // namespace assay::assess
