// SPDX-License-Identifier: Apache-2.0
// What an evaluator is: a requirement and its candidate chunks in, a verdict with citations out.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.hpp"
#include "core/json.hpp"
#include "core/time.hpp"

namespace assay::assess {

// A passage of the regulatory text in force that bears on a requirement: what the requirement may
// mean, never evidence that it is met, and nothing a verdict may cite.
struct RegulationPassage {
  PassageId id;
  std::string source;  // title of the corpus
  std::string heading_path;
  int page_number = 1;
  std::string text;
  double score = 0;
};

struct RequirementText {
  RequirementRecordId id;
  std::string requirement_id;  // the dotted label, "2.3.i"
  std::string criterion_title;
  std::string title;
  std::string subcheck_label;                      // "i", "a" or ""
  std::string expected_evidence;                   // hints of the pack, or ""
  std::vector<RegulationPassage> regulation = {};  // best first; empty where no corpus is in force
};

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
};

// text is a verbatim part of the chunk's content: code points [start_offset, end_offset) of it.
struct Citation {
  DocumentId document;
  ChunkId chunk;
  std::string text;
  int page_number = 1;
  std::size_t start_offset = 0;
  std::size_t end_offset = 0;
};

struct Verdict {
  double confidence = 0;  // probability that the requirement is fully satisfied, 4 decimals
  std::vector<Citation> citations;
  std::string reasoning;
  // {"subchecks":[{"label","text","met","confidence","citations":[index],"missingTerms":[..]}],
  //  "nearMisses":[{"documentId","chunkId","fileName","pageNumber","score","text"}],
  //  "weakened":[{"rule","quote","documentId","chunkId"}], "droppedCitations": n, ...}
  Json details;
};

// Thrown by evaluate() when its deadline passed: the requirement's assessment is then FAILED.
class DeadlineExceeded : public std::runtime_error {
 public:
  DeadlineExceeded() : std::runtime_error("the requirement's evaluation ran out of time") {}
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // Both are pinned with the run: the same id and version give the same verdict on the same input.
  [[nodiscard]] virtual std::string_view id() const = 0;
  [[nodiscard]] virtual std::string_view version() const = 0;
  // May be called from several threads at once.
  [[nodiscard]] virtual Verdict evaluate(const RequirementText& requirement,
                                         std::span<const Candidate> candidates,
                                         const Deadline& deadline) const = 0;
};

}  // namespace assay::assess
