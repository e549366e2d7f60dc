// SPDX-License-Identifier: Apache-2.0
// Subjects compared: groups of persons, and nouns with other attributes.
#include "pipeline/assess/support/scope.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/support/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

// Groups of people and parties; one group never stands for another. "Staff" and "users" may be
// anybody and are in none.
constexpr std::array<std::string_view, 18> kParties{
    " visitor visitors guest guests ",
    " borrower borrowers lessee lessees ",
    " representative representatives ",
    " student students pupil pupils ",
    " tenant tenants resident residents ",
    " supplier suppliers vendor vendors provider providers ",
    " contractor contractors subcontractor subcontractors ",
    " customer customers client clients merchant merchants ",
    " developer developers programmer programmers ",
    " administrator administrators ",
    " manager managers ",
    " cashier cashiers agent agents ",
    " patient patients ",
    " auditor auditors ",
    " applicant applicants candidate candidates ",
    " nurse nurses doctor doctors physician physicians ",
    " driver drivers operator operators ",
    " employee employees worker workers workforce "};

std::optional<std::size_t> party_of(std::string_view word) {
  const std::string spaced = " " + std::string(word) + " ";
  for (std::size_t i = 0; i < kParties.size(); ++i) {
    if (kParties[i].find(spaced) != std::string_view::npos) return i;
  }
  return std::nullopt;
}

// The group that the last noun before the verb names.
std::optional<std::size_t> acting_party(std::span<const text::Term> terms) {
  std::optional<std::size_t> found;
  for (const text::Term& term : terms) {
    if (grammar::among(lists::kFinite, term.word)) return found;
    if (grammar::among(lists::kPrepositions, term.word) || term.word == "of") break;
    if (const auto party = party_of(term.word)) found = party;
  }
  // A plain verb ("Visitors wear ...") follows its noun at once.
  return found;
}

bool distinctive(const Word& word) {
  return is_distinctive(word.stem) && !word.number && !named(kNumberWords, word.stem);
}

// Things a company has several of, told apart by what stands before them.
bool comes_in_several(const Word& noun) {
  return grammar::among(lists::kSeveralStems, noun.stem);
}

// "office network" where the "production network" is asked for: each time the noun stands there it
// has an attribute of its own, and never the one asked for.
bool has_other_attribute(const Word& attribute, const Word& noun, const Passage& passage) {
  if (passage.own.holds(attribute) > 0) return false;
  std::size_t others = 0;
  for (std::size_t i = 0; i < passage.words.size(); ++i) {
    if (!same_word(passage.words[i], noun)) continue;
    const bool joined =
        i > 0 && distinctive(passage.words[i - 1]) &&
        passage.words[i - 1].end + 1 == passage.words[i].start &&
        !grammar::participle(std::string_view(passage.text)
                                 .substr(passage.words[i - 1].start,
                                         passage.words[i - 1].end - passage.words[i - 1].start));
    // "the log server" is no log.
    const bool noun_of_other = i + 1 < passage.words.size() && distinctive(passage.words[i + 1]) &&
                               passage.words[i].end + 1 == passage.words[i + 1].start;
    if (noun_of_other) continue;
    if (!joined) return false;
    ++others;
  }
  return others > 0;
}

// Of the things the requirement speaks of with an attribute, one with another attribute than asked.
// above: what stands above the passage.
bool differs_in_attribute(const SubCheck& asked, const Passage& passage, const Vocabulary& above) {
  for (std::size_t i = 1; i < asked.words.size(); ++i) {
    const AskedWord& attribute = asked.words[i - 1];
    const AskedWord& noun = asked.words[i];
    const bool subject = attribute.theme && noun.theme;
    const bool named = attribute.focus && noun.focus && above.holds(attribute.word) == 0;
    const bool pair = distinctive(attribute.word) && (subject || named) &&
                      comes_in_several(noun.word) && attribute.word.end + 1 == noun.word.start;
    if (pair && has_other_attribute(attribute.word, noun.word, passage)) return true;
  }
  return false;
}

// "Before a new customer is accepted, a check is made" where new employees are asked for: it names
// people from outside and none of the own.
bool is_of_outsiders(std::span<const text::Term> asked, std::span<const text::Term> said) {
  constexpr std::array kOwn{"employe"sv, "staff"sv, "worker"sv, "personnel"sv, "workforc"sv};
  constexpr std::array kHired{"contract"sv, "contractor"sv, "extern"sv, "agenc"sv, "agenci"sv};
  // "offers its customers a training for their employees": the customers' own
  const auto of_others = [said](std::size_t at) { return at > 0 && said[at - 1].word == "their"; };
  bool own = false;
  for (std::size_t i = 0; i < said.size(); ++i) {
    own = own || (grammar::among(kOwn, said[i].stem) && !of_others(i));
  }
  return grammar::any_stem_among(asked, kOwn) &&
         !grammar::any_stem_among(asked, lists::kOutsiderStems) &&
         !grammar::any_stem_among(asked, kHired) &&
         grammar::any_stem_among(said, lists::kOutsiderStems) && !own;
}

// "In the test environment" where the productive one is asked for.
bool is_of_test_environment(const SubCheck& asked, const Passage& passage) {
  constexpr std::array kProductive{"production"sv, "productive"sv, "live"sv};
  constexpr std::array kOthers{"test"sv, "staging"sv, "development"sv, "sandbox"sv, "training"sv};
  if (!grammar::any_among(asked.terms, kProductive) ||
      grammar::any_among(passage.terms, kProductive)) {
    return false;
  }
  for (std::size_t i = 0; i + 1 < passage.terms.size(); ++i) {
    const std::string& noun = passage.terms[i + 1].word;
    if ((noun == "environment" || noun == "environments") &&
        grammar::among(kOthers, passage.terms[i].word)) {
      return true;
    }
  }
  return false;
}

// "members of the borrower's board" where the own board is asked for.
bool is_owned_by_other(const SubCheck& asked, const Passage& passage) {
  constexpr std::array kOwn{"own"sv};
  if (!passage.columns.empty() || !grammar::any_among(asked.terms, kOwn)) return false;
  return std::ranges::any_of(passage.terms, [&passage](const text::Term& term) {
    const std::string_view text = passage.text;
    const auto said = text.substr(term.start, term.end - term.start);
    const auto behind = text.substr(term.end);
    const bool possessive = said.ends_with("'s") || said.ends_with("\u2019s") ||
                            behind.starts_with("'") || behind.starts_with("\u2019");
    return possessive && party_of(term.word).has_value();
  });
}

// Whether another row of the passage's table has the word.
bool stands_in_table(const Word& word, const Passage& row, const Reading& reading) {
  return std::ranges::any_of(reading.passages, [&](const Passage& other) {
    return other.candidate == row.candidate && other.columns.size() >= 2 &&
           other.columns.front() == row.columns.front() && other.own.holds(word) == 1;
  });
}

bool says_no(const Passage& row, const std::string& column) {
  return std::ranges::any_of(cells(row.text), [&](const Cell& cell) {
    return text::folded(cell.name.of(row.text)) == column &&
           text::folded(cell.value.of(row.text)) == "no";
  });
}

// "System: ERP" where the payroll system is asked for, "Risk: dust; Level: low" where high risks
// are: a column is called what is asked about, and the row is of another one.
bool is_row_of_another(const SubCheck& asked, const Passage& passage, const Reading& reading) {
  std::size_t end_of_theme = 0;
  for (const AskedWord& wanted : asked.words) {
    if (wanted.theme) end_of_theme = std::max(end_of_theme, wanted.word.end);
  }
  for (const std::string& column : passage.columns) {
    Vocabulary name;
    name.add(column);
    const auto words = content_words(column);
    // "Processes company data: no" where suppliers are meant that process company data.
    const bool presupposed =
        words.size() >= 2 && std::ranges::all_of(words, [&](const Word& word) {
          return std::ranges::any_of(asked.words, [&](const AskedWord& wanted) {
            return wanted.word.stem == word.stem && wanted.word.end <= end_of_theme;
          });
        });
    if (presupposed && says_no(passage, column)) return true;
    if (words.size() != 1) continue;
    for (std::size_t i = 1; i < asked.words.size(); ++i) {
      const AskedWord& attribute = asked.words[i - 1];
      const AskedWord& noun = asked.words[i];
      const bool pair = attribute.theme && noun.theme && distinctive(attribute.word) &&
                        attribute.word.end + 1 == noun.word.start;
      // "Critical: no" where critical processes are asked for.
      if (pair && name.holds(attribute.word) == 1 && says_no(passage, column)) return true;
      if (!pair || name.holds(noun.word) < 1 || passage.own.holds(attribute.word) > 0) continue;
      if (comes_in_several(noun.word) || stands_in_table(attribute.word, passage, reading)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

bool has_other_subject(const SubCheck& asked, const Passage& passage, const Reading& reading) {
  if (is_of_test_environment(asked, passage) || is_owned_by_other(asked, passage)) return true;
  const auto wanted = acting_party(asked.terms);
  const auto acting = passage.columns.empty() ? acting_party(passage.terms) : std::nullopt;
  if (wanted && acting && *wanted != *acting) {
    const bool named = std::ranges::any_of(
        passage.terms, [&](const text::Term& term) { return party_of(term.word) == wanted; });
    if (!named) return true;
  }
  if (passage.columns.empty() && is_of_outsiders(asked.terms, passage.terms)) return true;
  return is_row_of_another(asked, passage, reading) ||
         differs_in_attribute(asked, passage, reading.headings[passage.candidate]);
}

bool names_group(const Word& word) {
  return std::ranges::any_of(kParties, [&word](std::string_view group) {
    return group.find(" " + word.stem) != std::string_view::npos;
  });
}

}  // namespace assay::assess
