// SPDX-License-Identifier: Apache-2.0
// Writes the records of a run's steps. A step that an earlier worker COMPLETED keeps its record.
#pragma once

#include <optional>
#include <string>

#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

inline void begin_step(const JobContext& context, const RunState& state, StepName step,
                       const Json& input_refs) {
  if (state.done.contains(step)) return context.check();
  context.fenced([&](pg::Tx& tx) {
    store::runs::start_step(tx, context.tenant(), state.run.id, step, input_refs);
  });
}

inline void end_step(const JobContext& context, const RunState& state, StepName step,
                     const Json& output_refs,
                     const std::optional<std::string>& error_details = std::nullopt) {
  if (state.done.contains(step)) return context.check();
  context.fenced([&](pg::Tx& tx) {
    store::runs::finish_step(tx, context.tenant(), state.run.id, step,
                             {.output_refs = output_refs, .error_details = error_details});
    context.progressed(tx);
  });
}

}  // namespace assay::jobs
