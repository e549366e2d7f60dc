// SPDX-License-Identifier: Apache-2.0
// Reads values, and decides what is kept.
#include "pipeline/facts/fact_list.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/ascii.hpp"
#include "pipeline/facts/fact_dates.hpp"
#include "pipeline/facts/fact_labels.hpp"
#include "pipeline/facts/find_facts.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::facts {
namespace {

using namespace std::string_view_literals;

// "3.2", "v4", "2.0.1", "IV", "2025-03": what an edition is called begins with a figure.
bool names_version(std::string_view value) {
  constexpr std::size_t kLongest = 40;
  if (value.size() > kLongest) return false;
  return value.find_first_of("0123456789") <= "version "sv.size();  // npos is larger
}

// "en", "de-AT", "English"
bool names_language(std::string_view value) {
  constexpr std::size_t kLongest = 35;
  return value.size() >= 2 && value.size() <= kLongest &&
         value.find_first_of("0123456789:;,") == std::string_view::npos;
}

// "CISO", "M. Dahlgren, Chief Executive": who it is, and no sentence on what such a person does.
bool names_somebody(std::string_view value) {
  constexpr std::size_t kLongest = 80;
  return value.size() <= kLongest;
}

// "Next review: yearly" tells what to do even without a day.
bool useful_without_day(FactName name) {
  return name == FactName::ReviewDue || name == FactName::ValidUntil;
}

// The bytes before a date: "Board, 12 March 2025" -> "Board".
std::size_t end_before(std::string_view text, std::size_t date) {
  constexpr std::array kJoins{" on"sv, " am"sv, " at"sv, " den"sv, ","sv,   " ("sv,  "("sv,  ";"sv,
                              " –"sv,  " -"sv,  "/"sv,   " |"sv,   " in"sv, " im"sv, " of"sv};
  std::string_view before = trimmed(text.substr(0, date));
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view join : kJoins) {
      if (!before.ends_with(join)) continue;
      before = trimmed(before.substr(0, before.size() - join.size()));
      cut = true;
    }
  }
  return before.empty() ? 0 : static_cast<std::size_t>(before.data() - text.data()) + before.size();
}

}  // namespace

void FactList::add(DocumentFact fact) {
  if (says_nothing(fact.value)) return;
  std::size_t of_name = 0;
  for (const DocumentFact& known : facts_) {
    if (known.name != fact.name) continue;
    ++of_name;
    const bool same_day = fact.date && known.date == fact.date;
    const bool same = same_day || text::folded(known.value) == text::folded(fact.value);
    if (same && known.origin == fact.origin) return;
  }
  if (of_name < kMaxOfOneName) facts_.push_back(std::move(fact));
}

void FactList::add_words(FactName name, const Piece& words) {
  Piece said = words;
  const auto dangles = [&said] {
    return said.text().ends_with('.') ||
           (said.text().ends_with(')') && said.text().find('(') == std::string_view::npos);
  };
  while (said.end > said.start && dangles()) --said.end;
  DocumentFact fact;
  fact.name = name;
  fact.value = text::collapsed(said.text());
  if (fact.value.empty() || fact.value.size() > kMaxValueBytes) return;
  if (name == FactName::Version && !names_version(fact.value)) return;
  if (name == FactName::Language && !names_language(fact.value)) return;
  const bool somebody =
      name == FactName::Author || name == FactName::Owner || name == FactName::ApprovedBy;
  if (somebody && !names_somebody(fact.value)) return;
  if (name == FactName::State) return add_state(state_named(fact.value), said);
  if (is_day(name)) {
    const auto date = first_date(said.text());
    if (!date && !useful_without_day(name)) return;
    if (date) {
      fact.date = date->date;
      fact.ambiguous = date->ambiguous;
    }
  }
  fact.place = said.place();
  add(std::move(fact));
}

void FactList::add_approval(const Piece& words) {
  const std::string_view text = words.text();
  const auto date = first_date(text);
  if (date) add_words(FactName::ApprovedAt, words.part(date->start, date->end));
  const Piece who = words.part(0, date ? end_before(text, date->start) : text.size());
  constexpr std::array kAnswers{"yes"sv, "no"sv, "ja"sv, "nein"sv};
  const std::string said = ascii_lower(who.text());
  if (std::ranges::find(kAnswers, said) == kAnswers.end()) add_words(FactName::ApprovedBy, who);
}

void FactList::add_state(std::string_view state, const Piece& words) {
  if (state.empty()) return;
  DocumentFact fact;
  fact.name = FactName::State;
  fact.value = state;
  fact.place = words.place();
  add(std::move(fact));
}

std::vector<DocumentFact> FactList::take() {
  std::ranges::stable_sort(facts_, {}, &DocumentFact::name);
  return std::exchange(facts_, {});
}

}  // namespace assay::facts
