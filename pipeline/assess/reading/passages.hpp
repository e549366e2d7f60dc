// SPDX-License-Identifier: Apache-2.0
// The candidates' sentences and rows, read once for all sub-checks of a requirement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pipeline/assess/language/dates.hpp"
#include "pipeline/assess/language/denials.hpp"
#include "pipeline/assess/language/lexicon.hpp"
#include "pipeline/assess/language/quantities.hpp"
#include "pipeline/assess/reading/candidate.hpp"
#include "pipeline/assess/reading/weakening.hpp"
#include "pipeline/text/sentence.hpp"

namespace assay::assess {

struct Passage : text::Wording {  // white space collapsed
  std::size_t candidate = 0;
  std::size_t document = 0;  // of Reading::documents
  text::ByteRange range;     // of the candidate's content
  std::vector<Word> words;
  std::vector<std::string>
      spoken;  // its content words as they stand, folded, once each; no numbers
  Vocabulary own;
  std::vector<Quantity> quantities;
  std::vector<std::size_t> beside;    // numbers of those beside it in its chunk
  std::vector<Weakening> weakenings;  // bytes of `text`
  bool other_party = false;           // see Parties
  bool other_speaker = false;         // likewise
  std::vector<DayRange> days;
  std::vector<DayRange> days_around;  // where it has none: of its heading, file or section
  bool has_date = false;
  bool has_name = false;
  std::vector<std::string> columns;  // of a table's row: the names of its cells, folded
  bool placeholder = false;          // "To be determined.", and no more
  bool denies = false;  // "not", "never", "prohibited": what a negative requirement looks for
  // A sentence behind it that lets part of what it says out, or all: its number, and how.
  std::optional<std::size_t> exempted_by;
  Exemption exemption;
};

// Whether what takes force from a passage applies to a word of it.
[[nodiscard]] inline bool reaches(const Weakening& found, const Word& word) {
  return word.end > found.scope_start && word.start < found.scope_end;
}

// The days it names or, where it names none, those around it.
[[nodiscard]] inline const std::vector<DayRange>& days_of(const Passage& passage) {
  return passage.days.empty() ? passage.days_around : passage.days;
}

// A date need not be called one.
[[nodiscard]] inline bool gives_date(const Passage& passage, const Word& asked) {
  return asked.stem == "date" && passage.has_date;
}

// A row by itself is a record of something where it holds a day.
[[nodiscard]] inline bool is_record(const Passage& passage) {
  return passage.columns.size() >= 2 && passage.has_date;
}

// A candidate as its passages; those it shares with an earlier candidate are that one's.
struct ChunkReading {
  std::vector<std::size_t> passages;            // numbers, in order of reading
  std::unordered_map<std::string, int> counts;  // of stems, heading and file name with them
  std::size_t length = 0;                       // in words, likewise
};

struct Reading {
  std::vector<Passage> passages;
  std::vector<ChunkReading> chunks;  // per candidate
  // Numbers of passages that stand one behind the other in a document, each run as long as the
  // candidates reach without a gap.
  std::vector<std::vector<std::size_t>> runs;
  std::vector<std::vector<std::size_t>> documents;    // numbers of passages, rising
  std::vector<Vocabulary> headings;                   // per candidate: heading path and file name
  std::vector<std::vector<Quantity>> measures_above;  // and the periods and sizes these name
  std::vector<std::vector<DayRange>> days_above;      // and the days
  std::set<std::string> drafts;    // ids of documents that call themselves draft or out of force
  std::set<std::string> unfilled;  // and of forms nobody has filled in
};

// Candidates that repeat an excerpt (overlapping chunks) give its passage once.
[[nodiscard]] Reading read_passages(std::span<const Candidate> candidates);

}  // namespace assay::assess
