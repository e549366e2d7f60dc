// SPDX-License-Identifier: Apache-2.0
// Asks each source in turn.
#include "pipeline/facts/find_facts.hpp"

#include <string>
#include <utility>

#include "pipeline/facts/fact_dates.hpp"
#include "pipeline/facts/fact_labels.hpp"
#include "pipeline/facts/fact_list.hpp"
#include "pipeline/facts/front_text.hpp"
#include "pipeline/facts/state_facts.hpp"
#include "pipeline/facts/stated_facts.hpp"
#include "pipeline/facts/text_language.hpp"

namespace assay::facts {
namespace {

void add_property(const FileProperty& property, FactList& found) {
  DocumentFact fact;
  fact.name = property.name;
  fact.value = property.value;
  fact.origin = FactOrigin::Metadata;
  if (property.name == FactName::State) fact.value = state_named(property.value);
  if (is_day(property.name)) {
    const auto date = property_date(property.value);
    if (!date) return;
    fact.date = date->date;
    fact.ambiguous = date->ambiguous;
  }
  found.add(std::move(fact));
}

// "Access_Policy_v3.2.pdf" -> "3.2"
void add_named_version(std::string_view file_name, FactList& found) {
  const std::string_view name = file_name.substr(file_name.rfind('/') + 1);
  const auto digit = [name](std::size_t i) {
    return i < name.size() && name[i] >= '0' && name[i] <= '9';
  };
  for (std::size_t at = 1; at + 1 < name.size(); ++at) {
    const bool mark = name[at] == 'v' || name[at] == 'V';
    if (!mark || std::string_view("_- (.").find(name[at - 1]) == std::string_view::npos) continue;
    std::size_t end = at + 1;
    while (digit(end) || (end > at + 1 && name[end] == '.' && digit(end + 1))) ++end;
    if (end == at + 1) continue;
    DocumentFact fact;
    fact.name = FactName::Version;
    fact.value = name.substr(at + 1, end - at - 1);
    fact.origin = FactOrigin::FileName;
    return found.add(std::move(fact));
  }
}

// The first heading, if it stands near the beginning.
void add_title(const FrontText& front, FactList& found) {
  constexpr std::size_t kNear = 10;  // blocks
  for (const FrontLine& line : front.lines) {
    if (line.block >= kNear) return;
    if (line.kind == BlockKind::Heading) return found.add_words(FactName::Title, line);
  }
}

}  // namespace

std::vector<DocumentFact> find_facts(std::string_view file_name,
                                     const std::vector<FileProperty>& properties,
                                     const std::vector<Page>& pages) {
  FactList found;
  for (const FileProperty& property : properties) add_property(property, found);
  add_named_version(file_name, found);
  const FrontText front = front_text(pages);
  add_title(front, found);
  add_labelled(front, found);
  add_spoken(front, found);
  add_states(file_name, front, found);
  if (const auto language = text_language(pages)) {
    DocumentFact fact;
    fact.name = FactName::Language;
    fact.value = *language;
    found.add(std::move(fact));
  }
  return found.take();
}

}  // namespace assay::facts
