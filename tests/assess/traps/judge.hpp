// SPDX-License-Identifier: Apache-2.0
// A pair of requirement and evidence, taken through all that a run does with it: pages, chunks,
// vectors, index, retrieval, the built-in evaluator, the check of its citations, the thresholds.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/embed/embedder.hpp"
#include "pipeline/search/index.hpp"

namespace assay::assess::traps {

// A section of a document. Each line of the text is a paragraph, or a row of a table if it reads
// "header: value; header: value".
struct Passage {
  std::string file;
  std::string heading;  // "" where there is none
  std::string text;
};

// What bench/judgement/README.md describes.
struct Pair {
  std::string id;
  std::string kind;
  std::string criterion;
  std::string requirement;
  std::vector<Passage> evidence;  // passages of one file are one document, in their order
  AssessmentStatus expected = AssessmentStatus::Missing;
  std::string why;
  std::string injection;  // of tests/assess/injections.json: what is smuggled in; else ""
};

struct Judgement {
  AssessmentStatus status = AssessmentStatus::Missing;
  Verdict verdict;
};

// Throws std::runtime_error naming the file, and the pair where a field is missing or wrong.
[[nodiscard]] std::vector<Pair> read_pairs(const std::filesystem::path& file);

// Judges pairs, each against its own evidence alone; how telling a word is comes from the evidence
// of all of them together, as from the corpus of a run, or from another judge's. The pairs and the
// other judge must outlive the judge.
class Judge {
 public:
  Judge(std::span<const Pair> pairs, const embed::EmbeddedEmbedder& embedder,
        const Judge* weights = nullptr);
  Judge(const Judge&) = delete;  // its evaluator asks it for the weight of a word
  Judge& operator=(const Judge&) = delete;

  [[nodiscard]] Judgement judge(const Pair& pair) const;

 private:
  [[nodiscard]] std::vector<search::IndexRow> rows_of(const Pair& pair) const;

  const embed::EmbeddedEmbedder& embedder_;
  std::map<const Pair*, search::Index> own_;
  search::Index all_;
  BuiltinEvaluator evaluator_;
};

}  // namespace assay::assess::traps
