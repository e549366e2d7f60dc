// SPDX-License-Identifier: Apache-2.0
// A candidate's sentences, headings and file name, each read once for all who ask about its words.
#pragma once

#include <string>
#include <vector>

#include "pipeline/assess/evaluator.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

struct Sentence {
  text::ByteRange range;  // of the candidate's content
  text::Wording said;     // white space collapsed
  bool next = true;       // to the one before it: nothing was left out between them
};

struct CandidateText {
  explicit CandidateText(const Candidate& candidate);

  text::Wording heading;            // the heading path
  text::Wording file;               // the file's name as words
  bool heading_concludes = false;   // see concludes(); such a heading's words count for nothing
  std::vector<Sentence> sentences;  // without those that tell their reader what to conclude

  // Sentences and rows, without titles, neighbouring fragments joined: what can be evidence.
  [[nodiscard]] std::vector<Sentence> statements(const Candidate& candidate) const;
};

// A file's name as words: "gate_rules-v2.pdf" -> "gate rules v2 pdf".
[[nodiscard]] std::string file_words(std::string name);

}  // namespace assay::assess
