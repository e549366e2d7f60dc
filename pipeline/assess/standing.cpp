// SPDX-License-Identifier: Apache-2.0
// What a passage is, told by its form and by the headings it stands under.
#include "pipeline/assess/standing.hpp"

#include <algorithm>
#include <array>

#include "pipeline/assess/grammar.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

constexpr std::array kContentsHeadings{"contents"sv, "table of contents"sv, "index of pages"sv};
constexpr std::array kDefinitionHeadings{"definitions"sv, "glossary"sv, "abbreviations"sv,
                                         "terms and definitions"sv};
constexpr std::array kAheadHeadings{"outlook"sv,        "roadmap"sv, "next steps"sv,
                                    "target picture"sv, "backlog"sv, "proposal"sv};
constexpr std::array kDefinitionWords{"\" means "sv,       "\u201d means "sv,     " means the "sv,
                                      " means a "sv,       " means an "sv,        " shall mean "sv,
                                      " is defined as "sv, " is understood as "sv};
constexpr std::array kOtherParties{"customer"sv, "customers"sv, "client"sv,  "clients"sv,
                                   "supplier"sv, "suppliers"sv, "vendor"sv,  "vendors"sv,
                                   "merchant"sv, "merchants"sv, "visitor"sv, "visitors"sv,
                                   "provider"sv, "providers"sv, "tenants"sv, "subcontractors"sv};

constexpr std::array kConclusions{
    "the requirement \""sv,         "the requirement \u201c"sv,
    "declared complete"sv,          "mark complete"sv,
    "requirement is satisfied"sv,   "requirement is fully satisfied"sv,
    "requirements are satisfied"sv, "requirement as met"sv,
    "satisfies the requirement"sv};

template <std::size_t N>
bool holds_any(std::string_view text, const std::array<std::string_view, N>& parts) {
  return std::ranges::any_of(
      parts, [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// A title of the path, or a file's name, that begins with one of the words.
template <std::size_t N>
bool stands_under(std::string_view heading, const std::array<std::string_view, N>& titles) {
  return std::ranges::any_of(titles, [heading](std::string_view title) {
    const std::size_t at = heading.find(title);
    if (at == std::string_view::npos) return false;
    const std::size_t end = at + title.size();
    const bool begins = at == 0 || heading[at - 1] == ' ';
    return begins && (end == heading.size() || heading[end] == ' ');
  });
}

// "2.1 Responsibilities .......... 5"
bool is_contents_entry(std::string_view text) {
  const std::size_t dots = text.find(" ...");
  if (dots == std::string_view::npos) return false;
  const std::size_t behind = text.find_first_not_of(". ", dots);
  // The page's number may have become a sentence of its own.
  if (behind == std::string_view::npos) return text.find(" ....") != std::string_view::npos;
  const std::string_view rest = text.substr(behind);
  return (rest[0] >= '0' && rest[0] <= '9') || rest.starts_with("page ") || rest.starts_with("p. ");
}

// "Version: 2.0; Date: 2024-11-04; Change: Four levels": of the document, not of what it governs.
bool is_history_row(std::span<const std::string> columns) {
  const auto has = [columns](std::string_view name) {
    return std::ranges::find(columns, name) != columns.end();
  };
  const bool version = has("version") || has("rev") || has("revision") || has("edition");
  return version && (has("change") || has("changes") || has("author") || has("prepared"));
}

}  // namespace

std::vector<Weakening> standing(std::string_view text, std::span<const std::string> columns,
                                std::string_view heading) {
  const std::string above = text::folded(heading);
  const std::string folded = text::folded(text);
  std::vector<Weakening> out;
  const auto add = [&](WeakeningRule rule) { out.push_back({rule, 0, 0, 0, text.size()}); };
  if (is_contents_entry(text) || stands_under(above, kContentsHeadings)) {
    add(WeakeningRule::Contents);
  }
  if (stands_under(above, kDefinitionHeadings) || holds_any(folded, kDefinitionWords)) {
    add(WeakeningRule::Definition);
  }
  if (is_history_row(columns)) add(WeakeningRule::History);
  if (stands_under(above, kAheadHeadings)) add(WeakeningRule::Plan);
  return out;
}

bool concludes(std::string_view text) {
  return holds_any(text::folded(text), kConclusions);
}

bool other_party(std::string_view text) {
  bool named = false;
  for (const text::Term& term : text::terms(text)) {
    if (grammar::among(grammar::kFinite, term.word) || grammar::among(grammar::kVerbs, term.word)) {
      return named;
    }
    if (grammar::among(grammar::kPrepositions, term.word) || term.word == "we" ||
        term.word == "our" || term.word == "of") {
      return false;
    }
    named = named || grammar::among(kOtherParties, term.word);
  }
  return false;
}

}  // namespace assay::assess
