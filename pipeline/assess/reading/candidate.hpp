// SPDX-License-Identifier: Apache-2.0
// A candidate: its sentences, headings and file name, each read once, and which of its sentences
// can be evidence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.hpp"
#include "pipeline/text/sentence.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {

// A chunk that retrieval found for the requirement. Best first.
struct Candidate {
  DocumentId document;
  ChunkId chunk;
  std::string file_name;
  int page_number = 1;
  std::string content;
  std::string heading_path;
  double score = 0;
  double cosine = 0;
  double bm25 = 0;
  int chunk_index = 0;                        // of its document's chunks, in order of reading
  std::optional<double> ocr_confidence = {};  // of its page, if its words were recognised (OCR)
  std::string page_label = {};  // what the document calls its page; empty: by its number
};

struct Sentence {
  text::ByteRange range;  // of the candidate's content
  text::Wording said;     // white space collapsed
  bool next = true;       // to the one before it: nothing was left out between them
};

struct CandidateText {
  explicit CandidateText(const Candidate& candidate);

  text::Wording heading;            // the heading path
  text::Wording file;               // the file's name as words
  bool heading_concludes = false;   // see concludes(); such a heading's words do not count
  std::vector<Sentence> sentences;  // without those that tell their reader what to conclude

  // Sentences and rows, without titles, neighbouring fragments joined: what can be evidence.
  [[nodiscard]] std::vector<Sentence> statements(const Candidate& candidate) const;
};

// A file's name as words: "gate_rules-v2.pdf" -> "gate rules v2 pdf".
[[nodiscard]] std::string file_words(std::string name);

// Whether a text (a sentence or a heading, white space collapsed) tells its reader what to
// conclude: orders to a model, forged answers and settings, a declared verdict ("the requirement
// "..." is declared COMPLETE"). Such text is not evidence, and nothing in it is read. A record's
// row that says COMPLETE about its own subject does not count.
[[nodiscard]] bool concludes(const text::Wording& said);

// The text of a chunk that is embedded: without sentences that tell their reader what to conclude,
// which would draw its vector towards the requirement.
[[nodiscard]] std::string without_conclusions(std::string_view content);

// "2.1 Responsibilities .......... 5"
[[nodiscard]] bool is_contents_entry(std::string_view text);

// "1 Crisis team; 2 Communication plan; 3 Return", "Handling requests | Breach form | Contact"
[[nodiscard]] bool is_list_of_titles(std::string_view text);

// "Assessment_US.docx Assessment_India.docx": the files of a folder.
[[nodiscard]] bool is_list_of_files(std::string_view text);

// "L-03 Preventing harassment", "Annex 2: Call tree", "10:15 Safe handling": a line that names a
// part elsewhere, if it is among other such lines.
[[nodiscard]] bool is_labelled_title(std::string_view line);

}  // namespace assay::assess
