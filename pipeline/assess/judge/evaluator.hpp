// SPDX-License-Identifier: Apache-2.0
// The interface of evaluators: a requirement and its candidate chunks in, a verdict with citations
// out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/ids.hpp"
#include "core/base/time.hpp"
#include "core/json/json.hpp"
#include "pipeline/assess/reading/candidate.hpp"

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

// text is a verbatim part of the chunk's content: code points [start_offset, end_offset) of it.
struct Citation {
  DocumentId document;
  ChunkId chunk;
  std::string text;
  int page_number = 1;
  std::size_t start_offset = 0;
  std::size_t end_offset = 0;
  std::optional<double> ocr_confidence = {};  // of its page, if its words were recognised (OCR)
  std::string page_label = {};  // what the document calls its page; empty: by its number
};

// One exchange with a language model, for the record: what it cost, and both sides' words.
struct ModelCall {
  std::string model;                       // as it is configured
  std::string answered_by;                 // as the server names it; "" where it does not
  std::optional<std::int64_t> tokens_in;   // as the server counted; none where it does not say
  std::optional<std::int64_t> tokens_out;  // the same
  std::optional<double> cost_usd;          // none where tokens or prices are not known
  int http_status = 0;                     // 0: no answer came
  std::string error_code;                  // class of core/trace/trace.hpp; "" for none
  std::string request;                     // the body sent
  std::string response;                    // the body received: UTF-8, and never with the key in it
  std::chrono::steady_clock::time_point begun{};
  std::chrono::steady_clock::time_point ended{};
};

struct Verdict {
  double confidence = 0;  // probability that the requirement is fully satisfied, 4 decimals
  std::vector<Citation> citations;
  std::string reasoning;
  // {"subchecks":[{"label","text","met","confidence","citations":[index],"missingTerms":[..]}],
  //  "nearMisses":[{"documentId","chunkId","fileName","pageNumber","score","text"}],
  //  "weakened":[{"rule","quote","documentId","chunkId"}], "droppedCitations": n, ...}
  Json details;
  std::vector<ModelCall> calls = {};  // in order; none of an evaluator without a model
};

// Thrown by evaluate() when its deadline passed: the requirement's assessment is then FAILED.
class DeadlineExceeded : public std::runtime_error {
 public:
  DeadlineExceeded() : std::runtime_error("the requirement's evaluation ran out of time") {}
};

// Thrown by evaluate() if it cannot reach a verdict: the assessment is then FAILED, never a guess.
class EvaluationFailed : public std::runtime_error {
 public:
  // code: class of core/trace/trace.hpp. message: for a person, without any of the evidence.
  EvaluationFailed(std::string code, const std::string& message, std::vector<ModelCall> calls)
      : std::runtime_error(message), code_(std::move(code)), calls_(std::move(calls)) {}
  [[nodiscard]] const std::string& code() const noexcept { return code_; }
  [[nodiscard]] const std::vector<ModelCall>& calls() const noexcept { return calls_; }
  // Stored in the assessment's details together with the error: an object.
  [[nodiscard]] const Json& details() const noexcept { return details_; }
  [[nodiscard]] Json& details() noexcept { return details_; }

 private:
  std::string code_;
  std::vector<ModelCall> calls_;
  Json details_ = Json::object();
};

// Permission to evaluate, given back on destruction.
class Turn {
 public:
  Turn() = default;
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  virtual ~Turn() = default;
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
  // How many evaluations are worth running at once.
  [[nodiscard]] virtual std::size_t max_at_once() const { return 2; }
  // Waits for a place among the evaluations that may run at once, before a requirement's time
  // begins. May return null: then there is no place to hold.
  [[nodiscard]] virtual std::unique_ptr<Turn> turn() const { return nullptr; }
};

}  // namespace assay::assess
