// SPDX-License-Identifier: Apache-2.0
// Words for keeping something from happening, a table of contrary states, phrases of exceptions.
#include "pipeline/assess/language/denials.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/tables.hpp"
#include "pipeline/text/terms.hpp"

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

namespace {

using namespace std::string_view_literals;

// What may be asked for, as stems, and the words that say the contrary.
struct Contrary {
  std::string_view asked;
  std::string_view said;
};
constexpr std::array kContraries{
    Contrary{" encrypt hash mask ", " plain plaintext clear cleartext "},
    Contrary{" lock ", " open unlocked "},
    Contrary{" close shut ", " open opened "},
    Contrary{" disabl deactiv block revok withdrawn withdraw suspend ", " active enabled "},
    Contrary{" enabl activ ", " disabled deactivated inactive off "},
    Contrary{" free clear unobstruct ", " blocked obstructed cluttered "},
    Contrary{" place fit mount ", " removed missing absent dismantled "},
    Contrary{" instal ", " uninstalled missing absent removed "},
    Contrary{" valid current calibr ", " expired lapsed outdated "},
    Contrary{" automat ", " manual manually "},
    Contrary{" mandatori oblig obligatori compulsori ", " optional voluntary voluntarily "},
    Contrary{" escort accompani supervis ", " alone unattended "},
    Contrary{" individu person ", " shared "},
    Contrary{" accept pass success ", " rejected failed "},
    Contrary{" withdrawn withdraw revok remov delet eras disabl deactiv termin destroy ",
             " still "},
    Contrary{" synchron run oper ", " stopped unsynchronised unsynchronized "}};
constexpr std::array kPrefixes{"un"sv, "in"sv, "non"sv, "dis"sv, "im"sv};

bool holds(std::string_view line, std::string_view word) {
  return line.find(" " + std::string(word) + " ") != std::string_view::npos;
}

// "no account was active", "not left open", "open only by day"
bool denied(const std::vector<text::Term>& terms, std::size_t at) {
  constexpr std::size_t kReach = 6;  // words
  for (std::size_t i = at; i-- > (at > kReach ? at - kReach : 0);) {
    if (grammar::among(lists::kDeniesState, terms[i].word)) return true;
  }
  return at + 1 < terms.size() && terms[at + 1].word == "only";
}

// The words that say the contrary, as the tables have them; "" where they have none.
std::string contraries_of(const std::string& asked_stem) {
  std::string out;
  for (const Contrary& line : kContraries) {
    if (holds(line.asked, asked_stem)) out += line.said;
  }
  return out;
}

bool has_prefix(const std::string& asked_stem, const std::string& stem) {
  return asked_stem.size() >= 4 && stem.size() > asked_stem.size() && stem.ends_with(asked_stem) &&
         grammar::among(kPrefixes,
                        std::string_view(stem).substr(0, stem.size() - asked_stem.size()));
}

}  // namespace

const text::Term* opposite_in(const std::string& asked_stem, const std::vector<text::Term>& terms) {
  const std::string contraries = contraries_of(asked_stem);
  const text::Term* found = nullptr;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].stem == asked_stem) return nullptr;
    const bool opposite = has_prefix(asked_stem, terms[i].stem) || holds(contraries, terms[i].word);
    if (found == nullptr && opposite && !denied(terms, i)) found = &terms[i];
  }
  return found;
}

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
