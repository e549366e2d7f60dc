// SPDX-License-Identifier: Apache-2.0
// Evaluates in parallel; one thread stores, under the fence.
#include "pipeline/jobs/run_assess.hpp"

#include <algorithm>
#include <map>

#include "db/store/access.hpp"
#include "pipeline/jobs/evaluation_pool.hpp"
#include "pipeline/jobs/run_record.hpp"
#include "pipeline/jobs/run_save.hpp"

namespace assay::jobs {
namespace assessments = store::assessments;
using assessments::Assessment;
namespace {

std::vector<std::size_t> pending(const JobContext& context, const RunState& state) {
  const auto done = context.reading(
      [&](pg::Tx& tx) { return assessments::done(tx, context.tenant(), state.run.id); });
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < state.requirements.size(); ++i) {
    if (!done.contains(state.requirements[i].id)) left.push_back(i);
  }
  return left;
}

// Sets `over` once no more results are wanted. Returns how many citations were not found in their
// chunks.
std::size_t evaluate_and_save(const JobContext& context, const RunState& state,
                              const assess::Evaluator& evaluator, std::atomic<bool>& over) {
  const Config& config = context.services().config;
  const EvaluationLimits limits{config.requirement_timeout, config.dev_timeout_requirement};
  EvaluationPool pool(
      pending(context, state),
      [&](std::size_t i) {
        // The requirement's time starts with its turn.
        const auto turn = evaluator.turn();
        return evaluate_requirement(state, i, evaluator, limits);
      },
      evaluator.max_at_once());
  const Ending ending{over};  // destroyed before the pool, which waits for its threads
  std::size_t dropped = 0;
  for (auto finished = pool.take(); !finished.empty(); finished = pool.take()) {
    context.fenced([&](pg::Tx& tx) {
      for (const Evaluated& one : finished) {
        save_evaluation(context, tx, state, one);
        dropped += one.dropped_citations;
      }
      context.progressed(tx);
    });
  }
  return dropped;
}

Json input_refs(const RunState& state) {
  return Json::object()
      .set("requirementCount", state.requirements.size())
      .set("evaluator", state.run.evaluator)
      .set("evaluatorVersion", state.evaluator_version)
      .set("calibrationVersion", state.run.calibration_version)
      .set("evaluatorModel", state.run.evaluator_model)
      .set("thresholds", Json::object()
                             .set("complete", state.run.threshold_complete)
                             .set("partial", state.run.threshold_partial));
}

Json output_refs(const std::vector<Assessment>& saved, std::size_t dropped) {
  std::map<AssessmentStatus, std::int64_t> counts;
  Json ids = Json::array();
  for (const Assessment& assessment : saved) {
    ++counts[assessment.status];
    ids.push(assessment.id.value);
  }
  Json by_status = Json::object();
  for (const auto& [status, count] : counts) by_status.set(to_text(status), count);
  return Json::object()
      .set("assessmentIds", ids)
      .set("counts", by_status)
      .set("droppedCitationCount", dropped)
      .set("llm", llm_totals(saved));
}

}  // namespace

std::optional<std::string> failures_of(const std::vector<Assessment>& all) {
  constexpr std::size_t kMaxNamed = 20;
  std::size_t failed = 0;
  std::string named;
  for (const Assessment& assessment : all) {
    if (assessment.status != AssessmentStatus::Failed || ++failed > kMaxNamed) continue;
    named.append(failed == 1 ? "" : "; ")
        .append(assessment.requirement_id)
        .append(": ")
        .append(assessment.reasoning);
  }
  if (failed == 0) return std::nullopt;
  if (failed > kMaxNamed) named.append("; and others");
  return std::to_string(failed) + " of " + std::to_string(all.size()) +
         " requirements could not be evaluated. " + named;
}

void assess_requirements(const JobContext& context, RunState& state) {
  const auto tenant =
      context.reading([&](pg::Tx& tx) { return store::access::find_tenant(tx, context.tenant()); });
  const search::Index& index = state.index->index;
  std::atomic<bool> over{false};
  const auto evaluator = context.services().evaluators.at(state.run.evaluator)(
      {[&index](std::string_view stem) { return index.idf(stem); }, state.thresholds(),
       [&] { return over || context.lost() || context.interrupted(); }, state.calibration,
       tenant ? tenant->name : ""});
  begin_step(context, state, StepName::Assessment, input_refs(state));
  const std::size_t dropped = evaluate_and_save(context, state, *evaluator, over);
  const auto saved = context.reading(
      [&](pg::Tx& tx) { return assessments::list(tx, context.tenant(), state.run.id); });
  const auto failures = failures_of(saved);
  const bool all_failed = std::all_of(saved.begin(), saved.end(), [](const Assessment& assessment) {
    return assessment.status == AssessmentStatus::Failed;
  });
  if (failures && all_failed) throw JobFailure("evaluation_failed", *failures);
  end_step(context, state, StepName::Assessment, output_refs(saved, dropped), failures);
}

}  // namespace assay::jobs
