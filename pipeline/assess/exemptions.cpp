// SPDX-License-Identifier: Apache-2.0
// Exceptions to a rule, told by their phrases.
#include "pipeline/assess/exemptions.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/assess/dates.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::holds_any;
using namespace std::string_view_literals;

constexpr std::array kNone{" no exception"sv, " without exception"sv, " no exemption"sv};
// Some of all: "shops with fewer than five people".
constexpr std::array kSome{" with fewer "sv, " fewer than "sv, " less than "sv,
                           " below "sv,      " smaller "sv,    " up to "sv};

// "their access is suspended": a measure, no rule that is set aside.
bool suspends_access(std::string_view folded) {
  return holds_any(folded, lists::kAccessSuspended);
}

// "no permit is needed", "a decision is not needed"
bool frees(std::string_view folded) {
  constexpr std::array kNeeded{" is needed"sv, " is required"sv, " is necessary"sv, " are needed"sv,
                               " are required"sv};
  const std::size_t no = folded.find(" no ");
  const bool none = no != std::string_view::npos && holds_any(folded.substr(no), kNeeded);
  return none || folded.find(" not needed") != std::string_view::npos;
}

// "Nothing was excluded", "Nobody is exempt"
bool begins_with_none(std::string_view folded) {
  constexpr std::array kNothing{" nothing "sv, " nobody "sv, " none "sv};
  // "No guest is exempt", as against "No permit is needed"
  if (folded.starts_with(" no ") && !frees(folded)) return true;
  return std::ranges::any_of(kNothing,
                             [folded](std::string_view word) { return folded.starts_with(word); });
}

// "A second approval is not required." as against "... for orders below 100 euro"
bool frees_everybody(std::string_view folded) {
  constexpr std::array kFrees{" is not required"sv, " are not required"sv, " is not needed"sv,
                              " are not needed"sv};
  return std::ranges::any_of(kFrees, [folded](std::string_view words) {
    const std::size_t at = folded.find(words);
    if (at == std::string_view::npos) return false;
    const std::string_view behind = folded.substr(at + words.size());
    return behind.find_first_of(".,; ") == 0 && (behind.size() == 1 || behind[0] != ' ');
  });
}

int ways_managed(std::string_view folded, bool dated) {
  return (holds_any(folded, lists::kApproved) ? 1 : 0) +
         (holds_any(folded, lists::kLimited) || dated ? 1 : 0) +
         (holds_any(folded, lists::kCompensated) ? 1 : 0);
}

}  // namespace

std::optional<Exemption> exemption(const text::Wording& said, const text::Wording& behind) {
  const std::string own = " " + said.folded + " ";
  const std::string next = " " + behind.folded + " ";
  const std::size_t may = own.find(" may ");
  const bool spares = may != std::string::npos && !own.substr(may).starts_with(" may not ") &&
                      own.find(" without ", may) != std::string::npos;
  // Within a sentence "except" is its own affair; in front it speaks of the one before.
  const bool excepts = own.starts_with(" except ");
  if (!holds_any(own, lists::kExempts) && !spares && !excepts && !frees(own)) return std::nullopt;
  if (begins_with_none(own) || suspends_access(own) || holds_any(own, kNone) ||
      holds_any(next, kNone) || holds_any(own, lists::kExceptionOver))
    return std::nullopt;
  Exemption out;
  out.all = frees_everybody(own) || (holds_any(own, lists::kSuspends) && !holds_any(own, kSome) &&
                                     holds_any(own + next, lists::kWholeRule));
  out.managed = !out.all && ways_managed(own + next, names_date(own)) >= 2;
  return out;
}

bool is_managed(std::string_view text) {
  const std::string folded = " " + text::folded(text) + " ";
  return holds_any(folded, lists::kApproved) && ways_managed(folded, false) >= 2;
}

bool excludes_exceptions(const text::Wording& said) {
  return holds_any(" " + said.folded + " ", kNone);
}

}  // namespace assay::assess
