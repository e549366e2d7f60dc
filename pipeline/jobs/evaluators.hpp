// SPDX-License-Identifier: Apache-2.0
// Lists this daemon's evaluators by the id that runs are pinned to.
#pragma once

#include <map>
#include <string>

#include "pipeline/jobs/services.hpp"
#include "pipeline/llm/client.hpp"

namespace assay::jobs {

// model: null if no language model is configured. Both must outlive every evaluator.
[[nodiscard]] std::map<std::string, EvaluatorFactory> evaluators_with(
    const embed::Embedder& embedder, llm::Client* model);

}  // namespace assay::jobs
