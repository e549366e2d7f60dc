// SPDX-License-Identifier: Apache-2.0
// The last two steps of a run: create the tasks, and freeze the record.
#pragma once

#include "pipeline/jobs/job_context.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// TASK_GENERATION: one task per assessment that is PARTIAL or MISSING. If a task of an earlier run
// of the pack is still open for the same requirement, it is linked to this run instead.
void generate_tasks(const JobContext& context, const RunState& state);
// EXPORT: freezes the run, orders its report, completes it and ends the item, all in one
// transaction.
void export_run(const JobContext& context, const RunState& state);

}  // namespace assay::jobs
