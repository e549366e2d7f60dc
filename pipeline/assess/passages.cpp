// SPDX-License-Identifier: Apache-2.0
// Reading the candidates: sentences, what stands around them, and what their documents say of
// themselves.
#include "pipeline/assess/passages.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "pipeline/assess/cells.hpp"
#include "pipeline/assess/conclusions.hpp"
#include "pipeline/assess/facts.hpp"
#include "pipeline/assess/grammar.hpp"
#include "pipeline/assess/notices.hpp"
#include "pipeline/assess/parties.hpp"
#include "pipeline/assess/standing.hpp"
#include "pipeline/assess/titles.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

using namespace std::string_view_literals;
using text::ByteRange;

constexpr std::size_t kFragmentWords = 5;
constexpr std::size_t kLongestJoined = 320;  // bytes
constexpr std::string_view kTitleSeparator = " > ";

bool denies(std::span<const text::Term> terms) {
  constexpr std::array kDenials{
      "not"sv,        "no"sv,        "never"sv,    "prohibited"sv, "forbidden"sv, "disallowed"sv,
      "without"sv,    "nor"sv,       "neither"sv,  "none"sv,       "excluded"sv,  "banned"sv,
      "cannot"sv,     "blocked"sv,   "refused"sv,  "refuses"sv,    "rejected"sv,  "rejects"sv,
      "only"sv,       "removed"sv,   "disabled"sv, "nobody"sv,     "nothing"sv,   "0"sv,
      "impossible"sv, "prevented"sv, "prevents"sv, "barred"sv};
  return grammar::any_among(terms, kDenials);
}

// Duties are words of every language rule, and otherwise left out as function words.
bool obliges(std::span<const text::Term> terms) {
  constexpr std::array kDuties{"shall"sv, "must"sv};
  return grammar::any_among(terms, kDuties);
}

constexpr std::array kByName{"named"sv, "name"sv, "names"sv};

Passage read_passage(std::size_t candidate, std::string_view content, ByteRange range,
                     std::string_view heading) {
  Passage out;
  out.candidate = candidate;
  out.range = range;
  out.text = text::collapsed(range.of(content));
  out.terms = text::terms(out.text);
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
  out.quantities = quantities(out.text);
  out.weakenings = weakenings(out.text);
  for (const Weakening& found : cell_weakenings(out.text)) out.weakenings.push_back(found);
  for (const Weakening& found : standing(out.text, out.columns, heading)) {
    out.weakenings.push_back(found);
  }
  out.days = days_named(out.text);
  out.has_date = names_date(out.text) || !out.days.empty();
  // A rule names nobody, and asks for names.
  out.has_name = names_somebody(out.text) || grammar::any_among(out.terms, kByName);
  out.denies = denies(out.terms);
  return out;
}

// "2.1 Access reviews" -> "Access reviews".
std::string_view unnumbered(std::string_view title) {
  const std::size_t letters = title.find_first_not_of("0123456789. )#");
  return letters == std::string_view::npos ? title : title.substr(letters);
}

// A title tells what comes, and shows nothing itself.
bool is_title(std::string_view text, std::string_view heading_path) {
  const std::string_view wanted = unnumbered(text);
  while (!heading_path.empty()) {
    const std::size_t end = std::min(heading_path.find(kTitleSeparator), heading_path.size());
    if (unnumbered(heading_path.substr(0, end)) == wanted) return true;
    heading_path.remove_prefix(std::min(end + kTitleSeparator.size(), heading_path.size()));
  }
  return false;
}

// Cells of a table that came line by line, or a name over its value.
bool is_fragment(std::string_view text) {
  return text.find_first_of(".:;!?") == std::string_view::npos &&
         text::terms(text).size() <= kFragmentWords;
}

// Sentences and rows, without titles; neighbouring fragments joined.
std::vector<ByteRange> statements(const Candidate& candidate) {
  std::vector<ByteRange> out;
  bool open = false;  // the last one is of fragments and may grow
  for (const ByteRange range : text::sentences(candidate.content)) {
    const std::string flat = text::collapsed(range.of(candidate.content));
    if (is_title(flat, candidate.heading_path) || concludes(flat)) {
      open = false;
      continue;
    }
    const bool fragment = is_fragment(flat) && !is_labelled_title(flat);
    if (fragment && open && range.end - out.back().start <= kLongestJoined) {
      out.back().end = range.end;
    } else {
      out.push_back(range);
    }
    open = fragment;
  }
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
void add_days(std::vector<Passage>& passages, std::string_view heading) {
  auto days = days_above(heading);
  for (const Passage& passage : passages) {
    if (days.empty()) days = passage.days;
  }
  for (Passage& passage : passages) {
    if (passage.days.empty()) passage.days_around = days;
  }
}

// An exception bears on the sentences before it in its section.
void add_exemptions(const std::vector<std::size_t>& chunk, Reading& out) {
  constexpr std::size_t kReach = 3;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const Passage& here = out.passages[chunk[i]];
    const std::string behind =
        i + 1 < chunk.size() ? out.passages[chunk[i + 1]].text : std::string();
    if (!here.columns.empty()) continue;  // see cell_weakenings()
    if (i > 0 && excludes_exceptions(out.passages[chunk[i - 1]].text)) continue;
    const auto made = exemption(here.text, behind);
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

// A finding is settled by its own row, or by what the same section or short document says of it.
void mark_settled(Reading& out) {
  constexpr std::size_t kShort = 12;  // passages
  for (const auto& document : out.documents) {
    for (std::size_t i = document.size(); i-- > 0;) {
      const Passage& here = out.passages[document[i]];
      if (!settles(here.text)) continue;
      const bool row = !here.columns.empty();
      for (std::size_t j = row ? i : 0; j <= i; ++j) {
        Passage& before = out.passages[document[j]];
        const bool near = document.size() <= kShort || before.candidate == here.candidate;
        if (near && before.columns.empty() != row) before.settled = true;
      }
    }
  }
}

// The content without the sentences that tell their reader what to conclude.
std::string read_text(const Candidate& candidate) {
  std::string out;
  for (const ByteRange range : text::sentences(candidate.content)) {
    const std::string_view sentence = range.of(candidate.content);
    if (!concludes(text::collapsed(sentence))) out.append(sentence).append("\n");
  }
  return out;
}

void count_words(std::string_view text, ChunkReading& out) {
  for (std::string& stem : text::index_stems(text)) {
    ++out.counts[std::move(stem)];
    ++out.length;
  }
}

}  // namespace

std::string file_words(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '_' || c == '-' || c == '.'; }, ' ');
  return name;
}

Reading read_passages(std::span<const Candidate> candidates) {
  Reading out;
  std::set<std::string>
      noticed;  // documents that hold a word on being no longer, or not yet, in force
  std::set<std::string> in_force;                                   // and those that say they are
  std::map<std::pair<std::string, std::string>, std::size_t> seen;  // the passage's number
  std::map<std::string, std::size_t> documents;                     // likewise
  const Parties parties(candidates);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Candidate& candidate = candidates[c];
    const std::size_t document =
        documents.insert({candidate.document.value, documents.size()}).first->second;
    out.documents.resize(documents.size());
    const std::string file = file_words(candidate.file_name);
    Vocabulary heading;
    if (!concludes(candidate.heading_path)) heading.add(candidate.heading_path);
    heading.add(file);
    out.headings.push_back(std::move(heading));
    if (says_draft(candidate.heading_path) || says_draft(file) || is_early_edition(file) ||
        is_early_edition(candidate.heading_path)) {
      out.drafts.insert(candidate.document.value);
    }
    std::vector<Passage> chunk;
    for (const ByteRange range : statements(candidate)) {
      chunk.push_back(
          read_passage(c, candidate.content, range, candidate.heading_path + " " + file));
      Passage& read = chunk.back();
      if (read.columns.empty()) {
        const bool before = chunk.size() > 1 && chunk[chunk.size() - 2].other_party;
        read.other_party =
            parties.other_party(candidate, read.text) || (before && Parties::goes_on(read.text));
        read.other_speaker = parties.speaks_for_other(read.text);
      }
      if (is_unfilled(chunk.back().text)) out.unfilled.insert(candidate.document.value);
      if (is_notice(chunk.back())) noticed.insert(candidate.document.value);
      if (puts_in_force(chunk.back())) in_force.insert(candidate.document.value);
    }
    mark_titles(chunk);
    spread_status(chunk);
    spread_definition(chunk);
    add_days(chunk, candidate.heading_path + " " + file);
    ChunkReading& whole = out.chunks.emplace_back();
    count_words(read_text(candidate), whole);
    if (!concludes(candidate.heading_path)) count_words(candidate.heading_path, whole);
    count_words(file, whole);
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
  mark_settled(out);
  join_runs(candidates, out);
  return out;
}

}  // namespace assay::assess
