// SPDX-License-Identifier: Apache-2.0
// The job of a batch: prepares some requirements of a run as the run's own daemon did, checks that
// the result is the same, and judges them.
#include <set>
#include <vector>

#include "core/trace/log.hpp"
#include "pipeline/jobs/runs/run_job.hpp"
#include "pipeline/jobs/runs/run_sharing.hpp"

namespace assay::jobs {
namespace {

// The run with the batch's requirements alone, and with no step of its own.
RunState load_part(const JobContext& context, const RunId& id) {
  RunState state = load_run(context, id);
  for (const std::string_view name : WireNames<StepName>::kNames) {
    state.done.insert(from_text<StepName>(name).value());
  }
  const std::set<RequirementRecordId> wanted = requirements_of(context.claim().payload);
  std::erase_if(state.requirements,
                [&](const store::packs::Requirement& one) { return !wanted.contains(one.id); });
  return state;
}

void use_pinned_evaluator(const JobContext& context, RunState& state) {
  const auto evaluator =
      context.services().evaluators.at(state.run.evaluator)({state.thresholds(), {}});
  state.evaluator_version = evaluator->version();
  if (state.run.evaluator_version != state.evaluator_version) {
    throw JobFailure("evaluator_unavailable",
                     "This daemon has version " + state.evaluator_version + " of the evaluator.");
  }
  context.fenced([&](pg::Tx& tx) { load_calibration(tx, state); });
}

}  // namespace

void process_batch(const JobContext& context) {
  const Json& payload = context.claim().payload;
  const RunId id{payload.get("runId").as_string().value_or("")};
  const log::Scope scope({{"runId", id.value}});
  RunState state = load_part(context, id);
  if (state.run.status != RunStatus::InProgress) {
    return context.fenced([&](pg::Tx& tx) { context.finish(tx); });
  }
  check_pins(context, state);
  use_pinned_evaluator(context, state);
  ingest(context, state);
  retrieve(context, state);
  verify(context, state);
  if (!same_inputs(state, payload)) {
    throw JobFailure("inputs_differ",
                     "The evidence found here is not what the run's own daemon found.");
  }
  assess_batch(context, state);
  context.fenced([&](pg::Tx& tx) { context.finish(tx); });
  log::info("batch_judged", {{"requirements", state.requirements.size()}});
}

}  // namespace assay::jobs
