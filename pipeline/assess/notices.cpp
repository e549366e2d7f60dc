// SPDX-License-Identifier: Apache-2.0
// Notices about documents and sections, told by short phrases.
#include "pipeline/assess/notices.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "pipeline/assess/cells.hpp"
#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;

// A sentence this short that says "draft" speaks of its document.
constexpr std::size_t kShortNotice = 8;

// Whether it can be the document that a short text speaks of.
bool names_document(std::span<const text::Term> terms) {
  return grammar::any_among(terms, lists::kNoticeWords);
}

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
                         return c == ' ' || (c >= 'A' && c <= 'Z');
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
  constexpr std::array kSigned{"approved by"sv, "signature"sv, "signed by"sv};
  for (std::size_t line = said.find("___"); line != std::string::npos;
       line = said.find("___", line + 3)) {
    const std::string_view before = std::string_view(said).substr(0, line);
    const std::size_t from = before.find_last_of(".;_");
    const std::string_view field = before.substr(from == std::string_view::npos ? 0 : from + 1);
    if (grammar::holds_any(field, kSigned)) return true;
  }
  return is_blank_row(text);
}

bool puts_in_force(const Passage& passage) {
  const bool weak = std::ranges::any_of(passage.weakenings, [](const Weakening& found) {
    return found.rule == WeakeningRule::Draft || found.rule == WeakeningRule::Outdated ||
           found.rule == WeakeningRule::Blank || found.rule == WeakeningRule::Negation ||
           found.rule == WeakeningRule::Plan;
  });
  const std::string& said = passage.folded;
  if (said.find(": open") != std::string::npos) return false;  // "Valid from: open"
  return !weak && grammar::holds_any(said, lists::kInForcePhrases);
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
  return speaks &&
         (names_status || (passage.terms.size() <= kShortNotice && names_document(passage.terms)));
}

void answer_questions(std::vector<Passage>& passages) {
  for (std::size_t i = 0; i < passages.size(); ++i) {
    Passage& asked = passages[i];
    if (!asked.text.ends_with('?') || !asked.columns.empty()) continue;
    const std::string_view answer = i + 1 < passages.size() && !passages[i + 1].terms.empty()
                                        ? std::string_view(passages[i + 1].terms.front().word)
                                        : std::string_view();
    if (answer == "yes") continue;
    const auto rule = answer == "no" ? WeakeningRule::Negation : WeakeningRule::Question;
    asked.weakenings.push_back({rule, 0, 0, 0, asked.text.size()});
  }
}

void spread_definition(std::vector<Passage>& passages) {
  constexpr std::array kBinds{"must"sv, "shall"sv, "we"sv, "our"sv, "us"sv, "may"sv, "will"sv};
  for (std::size_t i = 1; i < passages.size(); ++i) {
    Passage& here = passages[i];
    const bool behind = any_by(passages[i - 1].weakenings, WeakeningRule::Definition);
    const bool binds = grammar::any_among(here.terms, kBinds);
    if (!behind || binds || here.has_date || here.has_name || !here.columns.empty()) continue;
    here.weakenings.push_back({WeakeningRule::Definition, 0, 0, 0, here.text.size()});
  }
}

}  // namespace assay::assess
