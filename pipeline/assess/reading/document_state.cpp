// SPDX-License-Identifier: Apache-2.0
// What a passage is, by its form and the headings above it; notices, by short phrases.
#include "pipeline/assess/reading/document_state.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::holds_any;
using namespace std::string_view_literals;

// Whether no word of the same title stands before: "2 Terms", "Rules > Terms".
bool begins_title(std::string_view heading, std::size_t at) {
  const std::size_t before = heading.substr(0, at).find_last_not_of("0123456789. ");
  return before == std::string_view::npos || heading[before] == '>';
}

// A title of the path, or a file's name, that begins with one of the words.
bool stands_under(std::string_view heading, grammar::Words titles) {
  return std::ranges::any_of(titles, [heading](std::string_view title) {
    const std::size_t at = heading.find(title);
    if (at == std::string_view::npos) return false;
    const std::size_t end = at + title.size();
    // "Supplier terms" are a contract's.
    const bool begins =
        title == "terms" ? begins_title(heading, at) : at == 0 || heading[at - 1] == ' ';
    if (heading.substr(end).starts_with(" item"))
      return false;  // of an agenda: what was said on it
    return begins && (end == heading.size() || heading[end] == ' ');
  });
}

// "... are changes to the workplace that ..."
bool relative_behind(const std::vector<text::Term>& terms, std::size_t from) {
  constexpr std::size_t kReach = 12;  // words
  if (terms[from].stop) return false;
  for (std::size_t i = from + 1; i < terms.size() && i < from + kReach; ++i) {
    if (terms[i].word == "that" || terms[i].word == "which") return true;
  }
  return false;
}

// "A penetration test is an authorised attack that ...": what the word means, not that one is done.
bool is_explanation(const std::vector<text::Term>& terms) {
  constexpr std::size_t kLongestTerm = 6;  // words
  if (terms.size() < 6 || grammar::among(lists::kOwnThings, terms.front().word)) return false;
  for (std::size_t i = 1; i + 2 < terms.size() && i <= kLongestTerm; ++i) {
    const std::string& word = terms[i].word;
    if (word == "is" || word == "are") {
      if (grammar::among(lists::kOfAKind, terms[i + 1].word)) {
        return !grammar::among(lists::kDutyNouns, terms[i + 2].word);
      }
      return !grammar::participle(terms[i + 1].word) && relative_behind(terms, i + 1);
    }
    if (grammar::among(lists::kFinite, word) || grammar::among(lists::kPronouns, word)) {
      return false;
    }
  }
  return false;
}

// "Security zone: part of a network whose ..."
bool is_entry_of_glossary(std::string_view text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos || text::terms(text.substr(0, colon)).size() > 6)
    return false;
  const auto behind = text::terms(text.substr(colon));
  const auto term = text::terms(text.substr(0, colon));
  if (term.empty() || grammar::among(lists::kPrepositions, term.front().word)) return false;
  if (term.back().number) return false;  // "Item 1: The treasurer explained ..."
  if (behind.size() < 5 || !grammar::among(lists::kMeaningBegins, behind.front().word))
    return false;
  constexpr std::size_t kReach = 7;  // words
  for (std::size_t i = 0; i < std::min(behind.size(), kReach); ++i) {
    if (grammar::among(lists::kRelatives, behind[i].word)) break;
    if (grammar::among(lists::kFinite, behind[i].word)) return false;
  }
  return true;
}

// "Version: 2.0; Date: 2024-11-04; Change: Four levels": of the document, not of what it governs.
bool is_history_row(std::span<const std::string> columns) {
  const auto has = [columns](std::string_view name) {
    return std::ranges::find(columns, name) != columns.end();
  };
  const bool version = has("version") || has("rev") || has("revision") || has("edition");
  return version && (has("change") || has("changes") || has("author") || has("prepared"));
}

// "After go-live in January, all customers will be screened": as against the "will" of a rule.
bool looks_ahead(std::string_view folded) {
  return holds_any(folded, lists::kFutureWords) && holds_any(folded, lists::kFutureTimes);
}

}  // namespace

std::vector<Weakening> kind_weakenings(const text::Wording& said,
                                       std::span<const std::string> columns,
                                       const text::Wording& heading) {
  const std::string_view text = said.text;
  const std::string_view above = heading.folded;
  const std::string_view folded = said.folded;
  std::vector<Weakening> out;
  const auto add = [&out](WeakeningRule rule) { out.push_back({rule}); };
  const bool list = columns.empty() && (is_list_of_titles(text) || is_list_of_files(text));
  const bool titles = std::ranges::find(columns, "title") != columns.end();
  // A catalogue of courses lists titles; the table of a catalogue of defects says what they are.
  const bool catalogue = columns.empty() && stands_under(above, std::array{"catalogue"sv});
  if (is_contents_entry(text) || list || titles || catalogue ||
      stands_under(above, lists::kContentsHeadings)) {
    add(WeakeningRule::Contents);
  }
  const bool asks_meaning = folded.starts_with("what is a") && folded.ends_with('?');
  const bool explains =
      columns.empty() && (asks_meaning || is_explanation(said.terms) || is_entry_of_glossary(text));
  if (explains || stands_under(above, lists::kDefinitionHeadings) ||
      holds_any(folded, lists::kDefiningPhrases)) {
    add(WeakeningRule::Definition);
  }
  if (is_history_row(columns)) add(WeakeningRule::History);
  if (stands_under(above, lists::kProposalHeadings)) add(WeakeningRule::Draft);
  if (stands_under(above, lists::kAheadHeadings) || looks_ahead(folded)) add(WeakeningRule::Plan);
  return out;
}

namespace {

// A sentence this short that says "draft" speaks of its document.
constexpr std::size_t kShortNotice = 8;

// "Hazard: ; Assessed by: ; Date: ": a form nobody has filled in.
bool is_blank_row(std::string_view text) {
  constexpr std::size_t kLeast = 3;
  const auto row = cells(text);
  return row.size() >= kLeast && std::ranges::all_of(row, [text](const Cell& cell) {
           return cell.value.of(text).find_first_not_of(" _-.") == std::string_view::npos;
         });
}

// "[PROCESSOR NAME]", "[          ]"
bool has_placeholder(std::string_view text) {
  constexpr std::size_t kLeast = 4;
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    const std::size_t end = std::min(text.find(']', at), text.size());
    const std::string_view within = text.substr(at + 1, end - at - 1);
    const bool blank = end < text.size() && std::ranges::all_of(within, [](char c) {
                         return c == ' ' || grammar::is_capital(c);
                       });
    const bool one_word = within.find(' ') == std::string_view::npos;  // "[SIC]"
    if (blank && !one_word && within.size() >= kLeast) return true;
  }
  return false;
}

}  // namespace

bool is_early_edition(const text::Wording& heading) {
  constexpr std::array kEarly{" v0 "sv, " v0."sv, " version 0."sv, " version 0 "sv};
  return grammar::holds_any(" " + heading.folded + " ", kEarly);
}

std::size_t lines_to_fill(std::string_view text) {
  constexpr std::string_view kLine = ": ____";
  std::size_t count = 0;
  for (std::size_t at = text.find(kLine); at != std::string_view::npos;
       at = text.find(kLine, at + kLine.size())) {
    ++count;
  }
  return count;
}

bool is_unfilled(const text::Wording& wording) {
  const std::string& said = wording.folded;
  const std::string_view text = wording.text;
  if (grammar::holds_any(said, lists::kFieldsToFill) || has_placeholder(text)) {
    return true;
  }
  for (std::size_t line = said.find("___"); line != std::string::npos;
       line = said.find("___", line + 3)) {
    const std::string_view before = std::string_view(said).substr(0, line);
    const std::size_t from = before.find_last_of(".;_");
    const std::string_view field = before.substr(from == std::string_view::npos ? 0 : from + 1);
    if (grammar::holds_any(field, lists::kSigned)) return true;
  }
  return is_blank_row(text);
}

bool puts_in_force(const Passage& passage) {
  using enum WeakeningRule;
  const bool weak =
      std::ranges::any_of(std::array{Draft, Outdated, Blank, Negation, Plan},
                          [&](auto rule) { return any_by(passage.weakenings, rule); });
  return !weak && passage.folded.find(": open") == std::string::npos &&  // "Valid from: open"
         grammar::holds_any(passage.folded, lists::kInForcePhrases);
}

bool is_notice(const Passage& passage) {
  const bool names_status = passage.text.find("tatus") != std::string::npos ||
                            passage.text.find("ersion") != std::string::npos;
  bool speaks = false;
  for (const Weakening& found : passage.weakenings) {
    if (found.rule == WeakeningRule::Outdated && found.start == 0) return true;
    const std::string_view words = std::string_view(passage.text).substr(0, found.end);
    const bool in_front = found.rule == WeakeningRule::Draft && found.start == 0;
    if (in_front && words.find(' ') != std::string_view::npos) return true;  // "Work in progress"
    speaks = speaks || found.rule == WeakeningRule::Draft || found.rule == WeakeningRule::Outdated;
  }
  return speaks && (names_status || (passage.terms.size() <= kShortNotice &&
                                     grammar::any_among(passage.terms, lists::kNoticeWords)));
}

void answer_questions(std::vector<Passage>& passages) {
  for (std::size_t i = 0; i < passages.size(); ++i) {
    Passage& asked = passages[i];
    if (!asked.text.ends_with('?') || asked.is_row) continue;
    const std::string_view answer = i + 1 < passages.size() && !passages[i + 1].terms.empty()
                                        ? std::string_view(passages[i + 1].terms.front().word)
                                        : std::string_view();
    if (answer == "yes") continue;
    const auto rule = answer == "no" ? WeakeningRule::Negation : WeakeningRule::Question;
    asked.weakenings.push_back({rule});
  }
}

void spread_definition(std::vector<Passage>& passages) {
  for (std::size_t i = 1; i < passages.size(); ++i) {
    Passage& here = passages[i];
    const bool behind = any_by(passages[i - 1].weakenings, WeakeningRule::Definition);
    const bool binds = grammar::any_among(here.terms, lists::kBinding);
    if (!behind || binds || here.binds_somebody || here.is_row) continue;
    here.weakenings.push_back({WeakeningRule::Definition});
  }
}

}  // namespace assay::assess
