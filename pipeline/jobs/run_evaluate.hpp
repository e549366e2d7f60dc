// SPDX-License-Identifier: Apache-2.0
// Turns a requirement and its candidates into the assessment that is stored.
#pragma once

#include <chrono>
#include <cstddef>

#include "core/settings/config.hpp"
#include "db/store/assessments.hpp"
#include "pipeline/assess/judge/evaluator.hpp"
#include "pipeline/jobs/run_state.hpp"

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

}  // namespace assay::jobs
