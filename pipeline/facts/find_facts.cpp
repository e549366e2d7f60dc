// SPDX-License-Identifier: Apache-2.0
// Asks each source in turn. Counts function words that few other languages have.
#include "pipeline/facts/find_facts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/assess/reading/document_state.hpp"
#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/facts/fact_labels.hpp"
#include "pipeline/facts/fact_list.hpp"
#include "pipeline/facts/front_text.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::facts {
namespace {

using namespace std::string_view_literals;

struct CommonWords {
  std::string_view code;
  std::array<std::string_view, 14> words;
};
constexpr std::array kCommon{
    CommonWords{"en",
                {"the", "and", "of", "to", "is", "are", "for", "that", "with", "be", "by", "this",
                 "shall", "must"}},
    CommonWords{"de",
                {"der", "die", "und", "das", "den", "von", "ist", "mit", "dem", "nicht", "werden",
                 "für", "auf", "sind"}},
    CommonWords{"fr",
                {"les", "des", "et", "est", "dans", "pour", "une", "du", "par", "sont", "sur",
                 "aux", "ou", "qui"}},
    CommonWords{"es",
                {"los", "las", "y", "el", "del", "para", "una", "con", "por", "se", "su", "como",
                 "más", "está"}},
    CommonWords{"it",
                {"il", "della", "di", "che", "sono", "per", "gli", "delle", "con", "nel", "una",
                 "è", "dei", "alla"}},
    CommonWords{"nl",
                {"het", "een", "van", "de", "en", "zijn", "met", "voor", "worden", "niet", "wordt",
                 "aan", "door", "ook"}},
    CommonWords{"pt",
                {"os", "dos", "e", "da", "do", "para", "uma", "com", "não", "são", "das", "pela",
                 "ou", "ao"}},
};
constexpr std::size_t kBytes = 20'000;
constexpr std::size_t kLeast = 20;  // such words

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

// Whether the document is a draft, a template or superseded: by its file's name, its headings and
// the notices in its text. pipeline/assess/reading decides, so that facts and verdicts agree.

using assess::WeakeningRule;

constexpr std::size_t kHeadings = 5;       // that can speak of the document as a whole
constexpr std::size_t kNoticeBytes = 300;  // a notice is short
constexpr std::size_t kNotices = 40;       // lines that are looked at

// The state that such words say of the whole; empty if they say none.
std::string_view state_by(const std::vector<assess::Weakening>& found) {
  if (assess::any_by(found, WeakeningRule::Outdated)) return kSupersededState;
  if (assess::any_by(found, WeakeningRule::Draft)) return kDraftState;
  return {};
}

std::string_view state_of_title(const text::Wording& title) {
  if (const std::string_view named = state_named(title.text); !named.empty()) return named;
  if (assess::is_early_edition(title)) return kDraftState;
  return state_by(assess::weakenings(title));
}

void add_named_state(std::string_view file_name, FactList& found) {
  const std::string_view name = file_name.substr(file_name.rfind('/') + 1);
  const std::string_view state =
      state_of_title(text::Wording(assess::file_words(std::string(name))));
  if (state.empty()) return;
  DocumentFact fact;
  fact.name = FactName::State;
  fact.value = state;
  fact.origin = FactOrigin::FileName;
  found.add(std::move(fact));
}

// "This procedure is a draft." Words that put the document in force outweigh them, as in judging.
void add_noticed_states(const FrontText& front, FactList& found) {
  std::vector<assess::Candidate> candidates;
  std::vector<const FrontLine*> lines;
  for (const FrontLine& line : front.lines) {
    const bool heading = line.kind == BlockKind::Heading;
    if (heading || line.end - line.start > kNoticeBytes || lines.size() >= kNotices) continue;
    assess::Candidate candidate;
    candidate.document = DocumentId{"document"};
    candidate.content = line.text();
    candidate.chunk_index = static_cast<int>(lines.size());
    candidate.chunk = ChunkId{std::to_string(lines.size())};
    candidates.push_back(std::move(candidate));
    lines.push_back(&line);
  }
  if (candidates.empty()) return;
  const assess::Reading reading = assess::read_passages(candidates);
  if (reading.drafts.empty()) return;
  for (const assess::Passage& passage : reading.passages) {
    if (!assess::is_notice(passage)) continue;
    const FrontLine& line = *lines.at(passage.candidate);
    found.add_state(state_by(passage.weakenings),
                    line.part(passage.range.start, passage.range.end));
  }
}

void add_states(std::string_view file_name, const FrontText& front, FactList& found) {
  add_named_state(file_name, found);
  std::size_t headings = 0;
  for (const FrontLine& line : front.lines) {
    if (line.kind != BlockKind::Heading || ++headings > kHeadings) continue;
    found.add_state(state_of_title(text::Wording(std::string(line.text()))), line);
  }
  add_noticed_states(front, found);
}

}  // namespace

std::optional<std::string_view> text_language(const std::vector<Page>& pages) {
  std::string sample;
  for (const Page& page : pages) {
    if (sample.size() >= kBytes) break;
    sample += utf8::prefix(page.text, kBytes - sample.size());
    sample += '\n';
  }
  std::array<std::size_t, kCommon.size()> counts{};
  for (const text::Term& term : text::terms(sample)) {
    for (std::size_t i = 0; i < kCommon.size(); ++i) {
      const auto& words = kCommon.at(i).words;
      if (std::ranges::find(words, std::string_view(term.word)) != words.end()) ++counts.at(i);
    }
  }
  const auto most = std::ranges::max_element(counts);
  if (*most < kLeast) return std::nullopt;
  const auto rival =
      std::ranges::count_if(counts, [most](std::size_t count) { return count * 2 > *most; });
  if (rival > 1) return std::nullopt;
  return kCommon.at(static_cast<std::size_t>(most - counts.begin())).code;
}

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
