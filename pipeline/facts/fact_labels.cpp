// SPDX-License-Identifier: Apache-2.0
// The tables of these words.
#include "pipeline/facts/fact_labels.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/ascii.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::facts {
namespace {

using namespace std::string_view_literals;

struct Labels {
  FactName name;
  std::string_view words;  // between bars
};
constexpr std::array kLabels{
    Labels{FactName::Title,
           "|title|document title|document name|titel|dokumenttitel|dokumentname|"},
    Labels{FactName::Author,
           "|author|authors|prepared by|written by|created by|drafted by|autor|autorin|verfasser|"
           "verfasserin|erstellt von|ersteller|"},
    Labels{FactName::Owner,
           "|owner|document owner|policy owner|procedure owner|process owner|content owner|"
           "eigentümer|dokumenteneigentümer|dokumentenverantwortlicher|dokumentverantwortlicher|"},
    Labels{FactName::Version,
           "|version|version no|version number|document version|current version|revision|"
           "revision no|revision number|rev|rev no|edition|issue no|versionsnummer|ausgabe|"
           "dokumentversion|"},
    Labels{FactName::State, "|status|document status|state|dokumentstatus|dokumentenstatus|"},
    Labels{FactName::ApprovedBy,
           "|approved by|approver|approved|approval|authorised by|authorized by|signed off by|"
           "adopted by|freigegeben von|freigegeben durch|genehmigt von|genehmigt durch|freigabe|"
           "freigabe durch|freigegeben|genehmigt|"},
    Labels{FactName::ApprovedAt,
           "|approval date|date approved|approved on|date of approval|adopted on|freigabedatum|"
           "freigegeben am|genehmigt am|datum der freigabe|"},
    Labels{FactName::EffectiveFrom,
           "|effective date|effective|effective from|effective as of|valid from|in force from|"
           "in force since|date of effect|effective since|gültig ab|gültig seit|gültig von|"
           "in kraft seit|in kraft ab|in kraft getreten am|inkrafttreten|"},
    Labels{FactName::ValidUntil,
           "|valid until|valid to|valid through|expires|expires on|expiry date|expiration date|"
           "date of expiry|gültig bis|ablaufdatum|"},
    Labels{FactName::ReviewDue,
           "|next review|next review date|next review due|review date|review due|review by|"
           "review due date|date of next review|next scheduled review|next revision|"
           "nächste prüfung|nächste überprüfung|nächste revision|nächstes review|"
           "überprüfung bis|wiedervorlage|"},
    Labels{FactName::Created,
           "|created|created on|date created|creation date|date of creation|erstellt|erstellt am|"
           "erstellungsdatum|"},
    Labels{FactName::Changed,
           "|last updated|last update|last revised|last modified|last changed|last change|"
           "last amended|revision date|date of last revision|stand|letzte änderung|geändert am|"
           "zuletzt geändert|zuletzt geändert am|letzte aktualisierung|"},
    Labels{FactName::Language, "|language|document language|sprache|"},
};

constexpr std::array kSpoken{
    SpokenPhrase{"approved by", FactName::ApprovedBy},
    SpokenPhrase{"adopted by", FactName::ApprovedBy},
    SpokenPhrase{"freigegeben von", FactName::ApprovedBy},
    SpokenPhrase{"freigegeben durch", FactName::ApprovedBy},
    SpokenPhrase{"genehmigt von", FactName::ApprovedBy},
    SpokenPhrase{"genehmigt durch", FactName::ApprovedBy},
    SpokenPhrase{"approved on", FactName::ApprovedAt},
    SpokenPhrase{"freigegeben am", FactName::ApprovedAt},
    SpokenPhrase{"effective", FactName::EffectiveFrom},
    SpokenPhrase{"effective date", FactName::EffectiveFrom},
    SpokenPhrase{"in force", FactName::EffectiveFrom},
    SpokenPhrase{"into force", FactName::EffectiveFrom},
    SpokenPhrase{"takes effect", FactName::EffectiveFrom},
    SpokenPhrase{"valid from", FactName::EffectiveFrom},
    SpokenPhrase{"gültig ab", FactName::EffectiveFrom},
    SpokenPhrase{"in kraft", FactName::EffectiveFrom},
    SpokenPhrase{"valid until", FactName::ValidUntil},
    SpokenPhrase{"valid to", FactName::ValidUntil},
    SpokenPhrase{"expires", FactName::ValidUntil},
    SpokenPhrase{"gültig bis", FactName::ValidUntil},
    SpokenPhrase{"next review", FactName::ReviewDue},
    SpokenPhrase{"next reviewed", FactName::ReviewDue},
    SpokenPhrase{"reviewed again", FactName::ReviewDue},
    SpokenPhrase{"review is due", FactName::ReviewDue},
    SpokenPhrase{"review due", FactName::ReviewDue},
    SpokenPhrase{"nächste überprüfung", FactName::ReviewDue},
    SpokenPhrase{"nächste prüfung", FactName::ReviewDue},
    SpokenPhrase{"last updated", FactName::Changed},
    SpokenPhrase{"last revised", FactName::Changed},
    SpokenPhrase{"last reviewed and updated", FactName::Changed},
    SpokenPhrase{"zuletzt geändert", FactName::Changed},
};

struct StateWords {
  std::string_view state;
  std::array<std::string_view, 9> words;
};
constexpr std::array kStates{
    StateWords{kSupersededState,
               {"superseded", "obsolete", "withdrawn", "retired", "expired", "abgelöst", "ersetzt",
                "zurückgezogen", "ungültig"}},
    StateWords{kTemplateState, {"template", "vorlage", "muster", "mustervorlage"}},
    StateWords{kDraftState,
               {"draft", "drafted", "entwurf", "preliminary", "vorläufig", "unapproved",
                "provisional", "proposal"}},
};
// "Final, replaces the draft of March"
constexpr std::array kInForce{"final"sv,   "approved"sv,    "released"sv, "valid"sv,     "active"sv,
                              "current"sv, "freigegeben"sv, "gültig"sv,   "published"sv, "not"sv};
constexpr std::array kNothing{"tbd"sv,
                              "tbc"sv,
                              "n/a"sv,
                              "na"sv,
                              "none"sv,
                              "unknown"sv,
                              "open"sv,
                              "offen"sv,
                              "keine"sv,
                              "pending"sv,
                              "to be determined"sv,
                              "to be confirmed"sv,
                              "to be defined"sv};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return !word.empty() && std::ranges::find(words, word) != words.end();
}

// Without numbering in front ("1.2"), brackets after it ("(next)"), colon and full stop.
std::string bare(std::string_view label) {
  std::string folded = text::folded(label);
  if (const std::size_t bracket = folded.find(" ("); bracket != std::string::npos) {
    folded.resize(bracket);
  }
  std::string_view rest = trimmed(folded, " :.*_#-–");
  const std::size_t word = rest.find_first_not_of("0123456789. ");
  if (word != std::string_view::npos) rest.remove_prefix(word);
  return std::string(rest);
}

}  // namespace

std::optional<FactName> labelled(std::string_view label) {
  constexpr std::size_t kLongest = 40;  // bytes
  if (label.empty() || label.size() > kLongest) return std::nullopt;
  const std::string sought = "|" + bare(label) + "|";
  if (sought.size() <= 2) return std::nullopt;
  for (const Labels& one : kLabels) {
    if (one.words.find(sought) != std::string_view::npos) return one.name;
  }
  return std::nullopt;
}

bool says_nothing(std::string_view value) {
  const std::string folded = text::folded(value);
  const std::string_view said = trimmed(folded, " .-–_…");
  if (said.empty() || said.starts_with('[') || said.starts_with('<')) return true;
  if (said.find("__") != std::string_view::npos) return true;
  return is_one_of(kNothing, said) || text::terms(said).empty();
}

std::string_view state_named(std::string_view status) {
  const auto terms = text::terms(status);
  const auto holds = [&terms](const auto& words) {
    return std::ranges::any_of(
        terms, [&words](const text::Term& term) { return is_one_of(words, term.word); });
  };
  if (holds(kInForce)) return {};
  for (const StateWords& one : kStates) {
    if (holds(one.words)) return one.state;
  }
  return {};
}

std::span<const SpokenPhrase> spoken_phrases() {
  return kSpoken;
}

}  // namespace assay::facts
