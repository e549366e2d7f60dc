// SPDX-License-Identifier: Apache-2.0
// Reading the candidates: sentences, what stands around them, and what their documents say of
// themselves.
#include "pipeline/assess/reading/passages.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "pipeline/assess/language/grammar.hpp"
#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/assess/reading/cells.hpp"
#include "pipeline/assess/reading/document_state.hpp"
#include "pipeline/assess/reading/parties.hpp"
#include "pipeline/assess/reading/tables.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::ByteRange;

constexpr std::size_t kLinesOfForm = 3;

bool denies(std::span<const text::Term> terms) {
  return grammar::any_among(terms, lists::kDenialWords);
}

// Duties are words of every language rule, and otherwise left out as function words.
bool obliges(std::span<const text::Term> terms) {
  constexpr std::array kDuties{"shall"sv, "must"sv};
  return grammar::any_among(terms, kDuties);
}

constexpr std::array kByName{"named"sv, "name"sv, "names"sv};

Passage read_passage(std::size_t candidate, Sentence sentence, const text::Wording& heading) {
  Passage out;
  static_cast<text::Wording&>(out) = std::move(sentence.said);
  out.candidate = candidate;
  out.range = sentence.range;
  out.words = content_words(out.terms);
  for (const text::Term& term : out.terms) {
    if (!term.stop && !term.number) out.spoken.push_back(term.word);
  }
  std::ranges::sort(out.spoken);
  const auto repeated = std::ranges::unique(out.spoken);
  out.spoken.erase(repeated.begin(), repeated.end());
  out.own.add(out.terms, out.words);
  if (obliges(out.terms)) out.own.add("required");
  out.columns = column_names(out.text);
  out.quantities = quantities(out);
  out.weakenings = weakenings(out);
  for (const Weakening& found : cell_weakenings(out.text)) out.weakenings.push_back(found);
  for (const Weakening& found : kind_weakenings(out, out.columns, heading)) {
    out.weakenings.push_back(found);
  }
  out.placeholder = std::ranges::any_of(out.weakenings, [&out](const Weakening& found) {
    return found.rule == WeakeningRule::Blank && found.end > found.start && !out.terms.empty() &&
           found.start <= out.terms.front().start && found.end >= out.terms.back().end;
  });
  out.days = days_named(out);
  out.has_date = names_date(out) || !out.days.empty();
  // A rule names nobody, and asks for names.
  out.has_name = names_somebody(out) || grammar::any_among(out.terms, kByName);
  out.denies = denies(out.terms);
  return out;
}

// Neighbours tell what a sentence speaks of. In a chunk that repeats an earlier one they are the
// earlier one's.
void add_surroundings(const std::vector<std::size_t>& chunk, std::size_t known, Reading& out) {
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (chunk[i] < known) continue;
    auto& beside = out.passages[chunk[i]].beside;
    if (i > 0) beside.push_back(chunk[i - 1]);
    if (i + 1 < chunk.size()) beside.push_back(chunk[i + 1]);
  }
}

// What happened on no day of its own happened on that of its heading, or of its section.
void add_days(std::vector<Passage>& passages, const text::Wording& heading) {
  auto days = days_above(heading);
  for (const Passage& passage : passages) {
    if (days.empty()) days = passage.days;
  }
  for (Passage& passage : passages) {
    if (passage.days.empty()) passage.days_around = days;
  }
}

// An exception applies to the sentences before it in its section.
void add_exemptions(const std::vector<std::size_t>& chunk, Reading& out) {
  constexpr std::size_t kReach = 3;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const Passage& here = out.passages[chunk[i]];
    const text::Wording none;
    const text::Wording& behind = i + 1 < chunk.size() ? out.passages[chunk[i + 1]] : none;
    if (!here.columns.empty()) continue;  // see cell_weakenings()
    if (i > 0 && excludes_exceptions(out.passages[chunk[i - 1]])) continue;
    const auto made = exemption(here, behind);
    if (!made) continue;
    for (std::size_t j = i >= kReach ? i - kReach : 0; j <= i; ++j) {
      Passage& before = out.passages[chunk[j]];
      if (before.exempted_by) continue;
      before.exempted_by = chunk[i];
      before.exemption = *made;
    }
  }
}

// Chunks of a document that follow each other, read as one.
void join_runs(std::span<const Candidate> candidates, Reading& out) {
  std::vector<std::size_t> order(candidates.size());
  for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
  std::ranges::sort(order, {}, [&](std::size_t c) {
    return std::tie(candidates[c].document, candidates[c].chunk_index, candidates[c].chunk);
  });
  std::set<std::size_t> taken;
  const Candidate* before = nullptr;
  for (const std::size_t c : order) {
    const Candidate& here = candidates[c];
    if (before == nullptr || before->document != here.document ||
        here.chunk_index - before->chunk_index > 1) {
      out.runs.emplace_back();
    }
    before = &here;
    for (const std::size_t p : out.chunks[c].passages) {
      if (taken.insert(p).second) out.runs.back().push_back(p);
    }
  }
}

void count_words(const text::Wording& said, ChunkReading& out) {
  for (const text::Term& term : said.terms) {
    if (term.stop) continue;
    ++out.counts[term.stem];
    ++out.length;
  }
}

void count_words(const CandidateText& text, ChunkReading& out) {
  for (const Sentence& sentence : text.sentences) count_words(sentence.said, out);
  if (!text.heading_concludes) count_words(text.heading, out);
  count_words(text.file, out);
}

}  // namespace

Reading read_passages(std::span<const Candidate> candidates) {
  Reading out;
  std::set<std::string>
      noticed;  // documents that hold a word on being no longer, or not yet, in force
  std::set<std::string> in_force;                                   // and those that say they are
  std::map<std::pair<std::string, std::string>, std::size_t> seen;  // the passage's number
  std::map<std::string, std::size_t> documents;                     // likewise
  const std::vector<CandidateText> texts(candidates.begin(), candidates.end());
  const Parties parties(texts);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Candidate& candidate = candidates[c];
    const CandidateText& text = texts[c];
    const std::size_t document =
        documents.insert({candidate.document.value, documents.size()}).first->second;
    out.documents.resize(documents.size());
    Vocabulary heading;
    if (!text.heading_concludes) heading.add(text.heading.text);
    heading.add(text.file.text);
    out.headings.push_back(std::move(heading));
    if (says_draft(text.heading) || says_draft(text.file) || is_early_edition(text.file) ||
        is_early_edition(text.heading)) {
      out.drafts.insert(candidate.document.value);
    }
    const text::Wording above(text.heading.text + " " + text.file.text);
    out.measures_above.push_back(quantities(above));
    out.days_above.push_back(days_above(above));
    std::vector<Passage> chunk;
    std::size_t lines = 0;  // to be filled in
    for (Sentence& statement : text.statements(candidate)) {
      chunk.push_back(read_passage(c, std::move(statement), above));
      Passage& read = chunk.back();
      if (read.columns.empty()) {
        const bool before = chunk.size() > 1 && chunk[chunk.size() - 2].other_party;
        read.other_party = parties.other_party(c, read) || (before && Parties::continues(read));
        read.other_speaker = parties.speaks_for_other(read);
      } else {
        read.other_party = Parties::row_of_other(read);
      }
      lines += lines_to_fill(read.text);
      if (is_unfilled(read) || lines >= kLinesOfForm) out.unfilled.insert(candidate.document.value);
      if (is_notice(read)) noticed.insert(candidate.document.value);
      if (puts_in_force(read)) in_force.insert(candidate.document.value);
    }
    answer_questions(chunk);
    spread_definition(chunk);
    add_days(chunk, above);
    ChunkReading& whole = out.chunks.emplace_back();
    count_words(text, whole);
    const std::size_t before = out.passages.size();
    for (Passage& passage : chunk) {
      const auto [known, added] =
          seen.insert({{candidate.document.value, passage.text}, out.passages.size()});
      whole.passages.push_back(known->second);
      if (!added) continue;
      passage.document = document;
      out.documents[document].push_back(out.passages.size());
      out.passages.push_back(std::move(passage));
    }
    add_surroundings(whole.passages, before, out);
    add_exemptions(whole.passages, out);
  }
  std::ranges::set_difference(noticed, in_force, std::inserter(out.drafts, out.drafts.end()));
  join_runs(candidates, out);
  return out;
}

}  // namespace assay::assess
