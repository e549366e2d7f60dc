// SPDX-License-Identifier: Apache-2.0
// Exceptions to a rule, told by their phrases.
#include "pipeline/assess/exemptions.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/assess/dates.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::holds_any;
using namespace std::string_view_literals;

constexpr std::array kExempts{
    " exempt"sv,          " does not apply"sv,   " do not apply"sv,      " not apply to"sv,
    " is excluded"sv,     " are excluded"sv,     " excluded from"sv,     " need not "sv,
    " needs not "sv,      " do not need to "sv,  " does not need to "sv, " not take part"sv,
    " excepted from"sv,   " exception: "sv,      " exceptions: "sv,      " is an exception"sv,
    " only exception"sv,  " not required for"sv, " not required to"sv,   " are not required"sv,
    " is not required"sv, " waived"sv,           " suspended"sv,         " carved out"sv,
    " not covered"sv,     " out of scope"sv,     " outside the scope"sv, " not included"sv,
    " may skip "sv,       " set aside"sv,        " not subject to"sv,    " excused from"sv,
    " spared "sv,         " omitted for"sv,      " released from "sv,    " relieved of "sv,
    " excluded are "sv,   " excepted are "sv,    " is excepted"sv,       " are excepted"sv};
constexpr std::array kNone{" no exception"sv, " without exception"sv, " no exemption"sv};
// Exceptions that are no more, or that let out what the rule does not mean.
constexpr std::array kOver{" ended"sv,         " expired"sv,      " not renewed"sv, " was lifted"sv,
                           " were lifted"sv,   " revoked"sv,      " who have no"sv, " who do not"sv,
                           " which have no"sv, " that have no"sv, " not exempt"sv};
constexpr std::array kSuspends{" suspended"sv,   " waived"sv,        " set aside"sv,
                               " lifted"sv,      " switched off"sv,  " out of service"sv,
                               " exception: "sv, " released from "sv};
constexpr std::array kWhole{" for all "sv,    " for every"sv,          " until further notice"sv,
                            " all changes"sv, " no end date"sv,        " in general"sv,
                            " entirely"sv,    " for the time being"sv, " company-wide"sv,
                            " indefinite"sv,  " unlimited time"sv};
// Some of all: "shops with fewer than five people".
constexpr std::array kSome{" with fewer "sv, " fewer than "sv, " less than "sv,
                           " below "sv,      " smaller "sv,    " up to "sv};
constexpr std::array kApproved{" approv"sv,          " authoris"sv,    " authoriz"sv,
                               " signed"sv,          " permission"sv,  " sign off"sv,
                               " risk acceptance"sv, " in writing"sv,  " grants "sv,
                               " granted by"sv,      " unlocked by"sv, " consent of"sv};
constexpr std::array kLimited{
    " until "sv,   " expire"sv,          " limited to "sv, " limited in time"sv, " temporar"sv,
    " at most "sv, " for one "sv,        " for thirty "sv, " time-limited"sv,    " one week"sv,
    " end date"sv, " emergency"sv,       " ends on "sv,    " up to "sv,          " days"sv,
    " latest"sv,   " next working day"sv};
constexpr std::array kCompensated{
    " compensat"sv,   " isolated"sv,  " instead"sv,      " logged"sv,      " separate "sv,
    " covered by"sv,  " monitored"sv, " safeguard"sv,    " alternative"sv, " air gap"sv,
    " documented"sv,  " register"sv,  " listed"sv,       " reviewed"sv,    " supervis"sv,
    " countersign"sv, " jump host"sv, " checked each"sv, " own network"sv};

// "their access is suspended": a measure, no rule that is set aside.
bool suspends_access(std::string_view folded) {
  constexpr std::array kTaken{" access is suspended"sv,  " accounts are suspended"sv,
                              " account is suspended"sv, " accounts suspended"sv,
                              " access suspended"sv,     " rights are suspended"sv,
                              " licence is suspended"sv, " access are suspended"sv};
  return holds_any(folded, kTaken);
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
  return (holds_any(folded, kApproved) ? 1 : 0) + (holds_any(folded, kLimited) || dated ? 1 : 0) +
         (holds_any(folded, kCompensated) ? 1 : 0);
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
  if (!holds_any(own, kExempts) && !spares && !excepts && !frees(own)) return std::nullopt;
  if (begins_with_none(own) || suspends_access(own) || holds_any(own, kNone) ||
      holds_any(next, kNone) || holds_any(own, kOver))
    return std::nullopt;
  Exemption out;
  out.all = frees_everybody(own) ||
            (holds_any(own, kSuspends) && !holds_any(own, kSome) && holds_any(own + next, kWhole));
  out.managed = !out.all && ways_managed(own + next, names_date(own)) >= 2;
  return out;
}

bool is_managed(std::string_view text) {
  const std::string folded = " " + text::folded(text) + " ";
  return holds_any(folded, kApproved) && ways_managed(folded, false) >= 2;
}

bool excludes_exceptions(const text::Wording& said) {
  return holds_any(" " + said.folded + " ", kNone);
}

}  // namespace assay::assess
