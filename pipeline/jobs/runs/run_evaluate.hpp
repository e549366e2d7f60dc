// SPDX-License-Identifier: Apache-2.0
// Evaluates requirements: the evaluators, one requirement within its budget, and many on several
// threads.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/settings/config.hpp"
#include "db/store/runs/assessments.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/runs/run_job.hpp"
#include "pipeline/llm/client.hpp"

namespace assay::jobs {

// Limits of a requirement's evaluation.
struct EvaluationLimits {
  std::chrono::milliseconds budget;  // includes its retrieval
  std::string forced_timeout;        // development: label or id of one that gets 1 ms
};

struct Evaluated {
  store::assessments::Assessment assessment;
  std::size_t dropped_citations = 0;
  std::vector<assess::ModelCall> calls = {};  // in order
  std::size_t requirement = 0;                // its index in RunState::inputs
  std::chrono::steady_clock::time_point begun{};
  std::chrono::steady_clock::time_point ended{};
};

// Never throws for the evaluator's faults: a timeout, an error or a verdict out of range gives a
// FAILED assessment that says so. Depends on its arguments only; safe from several threads at once.
[[nodiscard]] Evaluated evaluate_requirement(const RunState& state, std::size_t requirement,
                                             const assess::Evaluator& evaluator,
                                             const EvaluationLimits& limits);

// Tells an evaluator that no more results are wanted. Declare after the pool: destroyed first.
struct Ending {
  explicit Ending(std::atomic<bool>& flag) : over(flag) {}
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;
  ~Ending() { over = true; }
  std::atomic<bool>& over;
};

// Evaluates requirements on several threads, so that one thread can store finished results. If
// destroyed early, it starts nothing more and waits for the evaluations in progress.
class EvaluationPool {
 public:
  // Must not throw, and must be safe to call from several threads at once.
  using Evaluate = std::function<Evaluated(std::size_t)>;

  EvaluationPool(const std::vector<std::size_t>& requirements, Evaluate evaluate,
                 std::size_t threads);
  EvaluationPool(const EvaluationPool&) = delete;
  EvaluationPool& operator=(const EvaluationPool&) = delete;
  ~EvaluationPool();

  // Returns at least one result, in any order; none once all have been handed out.
  [[nodiscard]] std::vector<Evaluated> take();
  // The same, but also returns none if there is none within this time.
  [[nodiscard]] std::vector<Evaluated> take(std::chrono::milliseconds within);

  // Adds requirements to the end of the queue.
  void add(const std::vector<std::size_t>& requirements);
  // Removes and returns the last requirements that have not begun, at most this many.
  [[nodiscard]] std::vector<std::size_t> give_up(std::size_t most);
  // How many have not begun.
  [[nodiscard]] std::size_t waiting() const;
  // How many results have been taken.
  [[nodiscard]] std::size_t taken() const;
  // Whether all have.
  [[nodiscard]] bool done() const;

 private:
  void run(const std::stop_token& stop);
  [[nodiscard]] std::vector<Evaluated> hand_out();

  const Evaluate evaluate_;
  const std::size_t most_threads_;
  mutable std::mutex mutex_;
  std::condition_variable finished_;
  std::condition_variable_any added_;
  std::deque<std::size_t> waiting_;
  std::size_t missing_ = 0;  // results not taken
  std::size_t taken_ = 0;
  std::vector<Evaluated> results_;
  std::vector<std::jthread> threads_;  // last: joined first
};

// This daemon's evaluators by the id that runs are pinned to. model: null if no language model is
// configured; it must outlive every evaluator.
[[nodiscard]] std::map<std::string, EvaluatorFactory> evaluators_with(llm::Client* model);

// Maximum number of documents named in an assessment's details; the run's snapshot has all of them.
inline constexpr std::size_t kMaxSkippedNamed = 20;

// "Searched 31 documents; 2 were not: scan.pdf needs a password, big.zip was still being read."
[[nodiscard]] std::string searched_sentence(const RunState& state);
// Whether nothing at all could be searched; the sentence then says why.
[[nodiscard]] bool without_evidence(const RunState& state);

// Sets "searched" {documentCount, skippedCount, notChosenCount, chunkCount, candidateCount} and
// "skippedDocuments" [{documentId, originalFilename, status, reason, message}].
void add_searched(Json& details, const RunState& state, const RequirementInput& input);

}  // namespace assay::jobs
