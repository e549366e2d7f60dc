// SPDX-License-Identifier: Apache-2.0
// Reads a requirement beside its candidates with the fitted models.
#pragma once

#include <span>

#include "bench/judgement/model/support_model.hpp"
#include "bench/judgement/model/verdict_model.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"

namespace assay::assess {

// What the verdict is judged by. evaluator: its rules are part of it; model: reads the chunks.
[[nodiscard]] VerdictSignals read_chunks(const RequirementText& requirement,
                                         std::span<const Candidate> candidates,
                                         const BuiltinEvaluator& evaluator,
                                         const StemWeight& weight, const SupportModel& model);

}  // namespace assay::assess
