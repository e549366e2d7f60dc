// SPDX-License-Identifier: Apache-2.0
// What a passage is, told by its form and by the headings it stands under.
#include "pipeline/assess/standing.hpp"

#include <algorithm>
#include <array>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/titles.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using grammar::holds_any;
using namespace std::string_view_literals;

constexpr std::array kContentsHeadings{"contents"sv,
                                       "table of contents"sv,
                                       "index"sv,
                                       "agenda"sv,
                                       "list of chapters"sv,
                                       "overview of chapters"sv,
                                       "chapters"sv,
                                       "document list"sv,
                                       "list of documents"sv,
                                       "related documents"sv,
                                       "see also"sv,
                                       "courses on offer"sv,
                                       "list of forms"sv,
                                       "list of annexes"sv,
                                       "annex list"sv,
                                       "list of tables"sv,
                                       "list of figures"sv,
                                       "chapter overview"sv,
                                       "forms overview"sv,
                                       "further reading"sv,
                                       "applicable documents"sv,
                                       "outline"sv,
                                       "table of annexes"sv,
                                       "topics"sv,
                                       "structure of this document"sv,
                                       "documents of this manual"sv,
                                       "list of policies"sv,
                                       "sitemap"sv};
constexpr std::array kDefinitionHeadings{
    "definitions"sv,      "definition"sv, "glossary"sv,
    "abbreviations"sv,    "acronyms"sv,   "terms and definitions"sv,
    "terms used"sv,       "key terms"sv,  "vocabulary"sv,
    "meaning of terms"sv, "what is"sv,    "what are"sv,
    "terminology"sv,      "terms"sv,      "basics"sv,
    "kinds of"sv,         "concepts"sv,   "explanation"sv,
    "basic concepts"sv};
constexpr std::array kAheadHeadings{"outlook"sv,          "roadmap"sv,
                                    "next steps"sv,       "goals"sv,
                                    "next year"sv,        "target picture"sv,
                                    "backlog"sv,          "coming up"sv,
                                    "planned measures"sv, "planned"sv,
                                    "future"sv,           "what comes next"sv,
                                    "open points"sv,      "improvements planned"sv,
                                    "projects"sv,         "upcoming"sv,
                                    "wish list"sv,        "target state"sv};
// Put before somebody who has yet to decide.
constexpr std::array kProposalHeadings{"proposal"sv, "proposals"sv, "request for decision"sv,
                                       "discussion paper"sv};
constexpr std::array kDefinitionWords{
    "\" means "sv,          "\u201d means "sv, " means that "sv, " means the "sv,
    " means a "sv,          " means an "sv,    " shall mean "sv, " is defined as "sv,
    " is understood as "sv, " refers to "sv,   " denotes "sv,    " stands for "sv,
    " is the term for "sv,  " is called "sv,   " are called "sv};

// Whether no word of the same title stands before: "2 Terms", "Rules > Terms".
bool begins_title(std::string_view heading, std::size_t at) {
  const std::size_t before = heading.substr(0, at).find_last_not_of("0123456789. ");
  return before == std::string_view::npos || heading[before] == '>';
}

// A title of the path, or a file's name, that begins with one of the words.
template <std::size_t N>
bool stands_under(std::string_view heading, const std::array<std::string_view, N>& titles) {
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
  constexpr std::array kArticles{"a"sv, "an"sv, "the"sv, "any"sv, "every"sv};
  constexpr std::array kDuties{"requirement"sv, "duty"sv,       "responsibility"sv, "task"sv,
                               "must"sv,        "obligation"sv, "prerequisite"sv,   "condition"sv,
                               "rule"sv,        "standard"sv,   "member"sv,         "owner"sv,
                               "head"sv,        "only"sv};
  constexpr std::array kOwn{"the"sv, "our"sv, "this"sv, "each"sv, "all"sv, "every"sv, "these"sv};
  if (terms.size() < 6 || grammar::among(kOwn, terms.front().word)) return false;
  for (std::size_t i = 1; i + 2 < terms.size() && i <= kLongestTerm; ++i) {
    const std::string& word = terms[i].word;
    if (word == "is" || word == "are") {
      if (grammar::among(kArticles, terms[i + 1].word)) {
        return !grammar::among(kDuties, terms[i + 2].word);
      }
      return !grammar::participle(terms[i + 1].word) && relative_behind(terms, i + 1);
    }
    if (grammar::among(grammar::kFinite, word) || grammar::among(grammar::kPronouns, word)) {
      return false;
    }
  }
  return false;
}

// "Security zone: part of a network whose ..."
bool is_entry_of_glossary(std::string_view text) {
  constexpr std::array kBegins{"a"sv, "an"sv, "the"sv, "any"sv, "part"sv, "person"sv, "process"sv};
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos || text::terms(text.substr(0, colon)).size() > 6)
    return false;
  const auto behind = text::terms(text.substr(colon));
  const auto term = text::terms(text.substr(0, colon));
  if (term.empty() || grammar::among(grammar::kPrepositions, term.front().word)) return false;
  if (term.back().number) return false;  // "Item 1: The treasurer explained ..."
  if (behind.size() < 5 || !grammar::among(kBegins, behind.front().word)) return false;
  constexpr std::size_t kReach = 7;  // words
  constexpr std::array kRelatives{"that"sv, "which"sv, "who"sv, "whose"sv, "when"sv, "where"sv};
  for (std::size_t i = 0; i < std::min(behind.size(), kReach); ++i) {
    if (grammar::among(kRelatives, behind[i].word)) break;
    if (grammar::among(grammar::kFinite, behind[i].word)) return false;
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
  constexpr std::array kFuture{" will "sv,    " going to "sv, " to be "sv,  " shall "sv,
                               " want to "sv, " wants to "sv, " intend "sv, " intends "sv};
  constexpr std::array kWhen{"next year"sv,
                             "next quarter"sv,
                             "next month"sv,
                             "in future"sv,
                             "go-live"sv,
                             "go live"sv,
                             "foreseen"sv,
                             "coming year"sv,
                             "coming months"sv,
                             "later this year"sv,
                             "by the end of the year"sv,
                             "by the end of next"sv,
                             "by the end of this"sv,
                             "by the end of 20"sv,
                             "by the end of the quarter"sv,
                             "in the second half"sv,
                             "from january"sv,
                             "from february"sv,
                             "from march"sv,
                             "from april"sv,
                             "from may"sv,
                             "from june"sv,
                             "from july"sv,
                             "from august"sv,
                             "from september"sv,
                             "from october"sv,
                             "from november"sv,
                             "from december"sv,
                             "once the new"sv,
                             "when the new"sv,
                             "new tool"sv,
                             "phase 2"sv,
                             "second phase"sv,
                             "has been ordered"sv,
                             "tender"sv,
                             "after the migration"sv,
                             "as of next"sv,
                             "next spring"sv,
                             "next summer"sv,
                             "next autumn"sv,
                             "next winter"sv,
                             "completion of the project"sv};
  return holds_any(folded, kFuture) && holds_any(folded, kWhen);
}

}  // namespace

std::vector<Weakening> standing(const text::Wording& said, std::span<const std::string> columns,
                                const text::Wording& heading) {
  const std::string_view text = said.text;
  const std::string_view above = heading.folded;
  const std::string_view folded = said.folded;
  std::vector<Weakening> out;
  const auto add = [&](WeakeningRule rule) { out.push_back({rule, 0, 0, 0, text.size()}); };
  const bool list = columns.empty() && (is_list_of_titles(text) || is_list_of_files(text));
  const bool titles = std::ranges::find(columns, "title") != columns.end();
  // A catalogue of courses lists titles; the table of a catalogue of defects says what they are.
  constexpr std::array kCatalogue{"catalogue"sv};
  const bool catalogue = columns.empty() && stands_under(above, kCatalogue);
  if (is_contents_entry(text) || list || titles || catalogue ||
      stands_under(above, kContentsHeadings)) {
    add(WeakeningRule::Contents);
  }
  const bool asks_meaning = folded.starts_with("what is a") && folded.ends_with('?');
  const bool explains =
      columns.empty() && (asks_meaning || is_explanation(said.terms) || is_entry_of_glossary(text));
  if (explains || stands_under(above, kDefinitionHeadings) || holds_any(folded, kDefinitionWords)) {
    add(WeakeningRule::Definition);
  }
  if (is_history_row(columns)) add(WeakeningRule::History);
  if (stands_under(above, kProposalHeadings)) add(WeakeningRule::Draft);
  if (stands_under(above, kAheadHeadings) || looks_ahead(folded)) add(WeakeningRule::Plan);
  return out;
}

}  // namespace assay::assess
