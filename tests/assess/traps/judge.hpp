// SPDX-License-Identifier: Apache-2.0
// A pair of requirement and evidence, taken through all that a run does with it: pages, chunks,
// vectors, index, retrieval, the built-in evaluator, the check of its citations, the thresholds.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/embed/embedder.hpp"

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

// Judges a pair against its own evidence alone.
[[nodiscard]] Judgement judge(const Pair& pair, const embed::EmbeddedEmbedder& embedder);

}  // namespace assay::assess::traps
