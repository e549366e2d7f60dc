// SPDX-License-Identifier: Apache-2.0
// Asks pipeline/assess/reading, so that facts and verdicts agree on what a draft is.
#include "pipeline/facts/state_facts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/assess/reading/document_state.hpp"
#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/facts/fact_labels.hpp"

namespace assay::facts {
namespace {

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

}  // namespace

void add_states(std::string_view file_name, const FrontText& front, FactList& found) {
  add_named_state(file_name, found);
  std::size_t headings = 0;
  for (const FrontLine& line : front.lines) {
    if (line.kind != BlockKind::Heading || ++headings > kHeadings) continue;
    found.add_state(state_of_title(text::Wording(std::string(line.text()))), line);
  }
  add_noticed_states(front, found);
}

}  // namespace assay::facts
