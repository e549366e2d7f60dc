// SPDX-License-Identifier: Apache-2.0
// The step ASSESSMENT: evaluates in parallel; one thread stores, under the fence.
#include "pipeline/jobs/runs/run_job.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <utility>

#include "db/store/access/accounts.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_trace.hpp"
#include "pipeline/jobs/runs/run_evaluate.hpp"
#include "pipeline/jobs/runs/run_sharing.hpp"
#include "pipeline/llm/llm_evaluator.hpp"

namespace assay::jobs {
namespace assessments = store::assessments;
using assessments::Assessment;
namespace {

// What an evaluation's span records.
store::run_trace::Evaluation traced(const RunState& state, const Evaluated& one) {
  using std::chrono::duration_cast;
  using std::chrono::microseconds;
  const RequirementInput& input = state.inputs.at(one.requirement);
  store::run_trace::Evaluation evaluation;
  evaluation.requirement = input.text.id;
  evaluation.requirement_id = input.text.requirement_id;
  evaluation.assessment = one.assessment.id;
  for (const assess::Candidate& candidate : input.candidates) {
    evaluation.chunks.push_back(candidate.chunk);
    evaluation.documents.push_back(candidate.document);
  }
  auto& documents = evaluation.documents;
  std::sort(documents.begin(), documents.end());
  documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  evaluation.duration = duration_cast<microseconds>(one.ended - one.begun);
  evaluation.ended_ago = duration_cast<microseconds>(std::chrono::steady_clock::now() - one.ended);
  for (const assess::ModelCall& call : one.calls) {
    evaluation.llm.push_back(
        {call.model, call.tokens_in, call.tokens_out, call.cost_usd, call.http_status,
         call.error_code,
         duration_cast<microseconds>(std::chrono::steady_clock::now() - call.ended),
         duration_cast<microseconds>(call.ended - call.begun)});
  }
  if (one.assessment.status == AssessmentStatus::Failed) {
    const Json code = one.assessment.details.get("error").get("code");
    evaluation.error_code = code.as_string().value_or("unknown");
  }
  return evaluation;
}

void save_calls(const JobContext& context, pg::Tx& tx, const RunState& state,
                const Evaluated& one) {
  int position = 0;
  for (const assess::ModelCall& call : one.calls) {
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(call.ended - call.begun);
    store::llm_exchanges::insert(
        tx, context.tenant(), state.run.id,
        {one.assessment.requirement, ++position, call.model, call.answered_by, call.http_status,
         call.error_code, call.tokens_in, call.tokens_out, call.cost_usd, took.count(),
         call.request, call.response});
  }
}

// Saves the assessment, its exchanges with a model, and the spans of both. If an earlier worker
// saved it already, that one stays and nothing is written.
void save_evaluation(const JobContext& context, pg::Tx& tx, const RunState& state,
                     const Evaluated& one) {
  const auto evaluation = traced(state, one);
  if (!assessments::insert(tx, context.tenant(), one.assessment)) return;
  save_calls(context, tx, state, one);
  store::run_trace::record_evaluation(tx, state.run, state.assessment_span_id, evaluation,
                                      store::runs::database_now(tx));
}

// Stores results as they come.
class Saving {
 public:
  Saving(const JobContext& context, const RunState& state) : context_(context), state_(state) {}

  // Throws if the claim is lost. That is seen within a second or so when the run was cancelled, so
  // that requests to a model that does not answer end then, and not with the next heartbeat.
  void save(const std::vector<Evaluated>& results) {
    constexpr std::chrono::seconds kLook{1};
    const auto now = std::chrono::steady_clock::now();
    if (results.empty() && now - looked_ < kLook) return context_.check();
    looked_ = now;
    context_.fenced([&](pg::Tx& tx) {
      for (const Evaluated& one : results) save_evaluation(context_, tx, state_, one);
      if (!results.empty()) context_.progressed(tx);
    });
  }

 private:
  const JobContext& context_;
  const RunState& state_;
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

// Calls body(evaluator, pool) with a pool that evaluates these requirements.
template <class Body>
void with_pool(const JobContext& context, const RunState& state,
               const std::vector<std::size_t>& requirements, Body&& body) {
  const auto tenant =
      context.reading([&](pg::Tx& tx) { return store::tenants::find(tx, context.tenant()); });
  const Config& config = context.services().config;
  std::atomic<bool> over{false};
  const auto evaluator = context.services().evaluators.at(state.run.evaluator)(
      {state.thresholds(), [&] { return over || context.lost() || context.interrupted(); },
       state.calibration, tenant ? tenant->name : "",
       trace::RunTrace{state.run.trace_id, state.run.id.value}});
  const EvaluationLimits limits{config.requirement_timeout, config.dev_timeout_requirement};
  EvaluationPool pool(
      requirements,
      [&](std::size_t i) {
        // The requirement's time starts with its turn.
        const auto turn = evaluator->turn();
        return evaluate_requirement(state, i, *evaluator, limits);
      },
      evaluator->max_at_once());
  const Ending ending{over};  // destroyed before the pool, which waits for its threads
  std::forward<Body>(body)(*evaluator, pool);
}

// From the records: another daemon, or an earlier worker, may have judged some.
std::int64_t dropped_citations(const std::vector<Assessment>& saved) {
  std::int64_t dropped = 0;
  for (const Assessment& assessment : saved) {
    dropped += assessment.details.get("droppedCitations").as_integer().value_or(0);
  }
  return dropped;
}

// {calls, tokensIn, tokensOut, costUsd} over a run's assessments; a sum is null if a part of it is
// not known. null if no model was asked.
Json llm_totals(const std::vector<Assessment>& saved) {
  llm::Sum calls;
  llm::Sum tokens_in;
  llm::Sum tokens_out;
  llm::Sum cost;
  bool any = false;
  for (const Assessment& assessment : saved) {
    const Json usage = assessment.details.get("llm");
    if (!usage.is_object()) continue;
    any = true;
    calls.add(usage.get("calls").as_number());
    tokens_in.add(usage.get("tokensIn").as_number());
    tokens_out.add(usage.get("tokensOut").as_number());
    cost.add(usage.get("costUsd").as_number());
  }
  if (!any) return {};
  return Json::object()
      .set("calls", calls.count())
      .set("tokensIn", tokens_in.count())
      .set("tokensOut", tokens_out.count())
      .set("costUsd", cost.amount());
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

Json output_refs(const std::vector<Assessment>& saved) {
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
      .set("droppedCitationCount", dropped_citations(saved))
      .set("llm", llm_totals(saved));
}
}  // namespace

std::vector<std::size_t> unassessed(pg::Tx& tx, const RunState& state) {
  const auto done = assessments::done(tx, state.run.tenant, state.run.id);
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < state.requirements.size(); ++i) {
    if (!done.contains(state.requirements[i].id)) left.push_back(i);
  }
  return left;
}

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

void assess_batch(const JobContext& context, const RunState& state) {
  const auto left = context.reading([&](pg::Tx& tx) { return unassessed(tx, state); });
  with_pool(context, state, left, [&](const assess::Evaluator&, EvaluationPool& pool) {
    Saving saving(context, state);
    while (!pool.done()) saving.save(pool.take(Sharing::kLook));
  });
}

void assess_requirements(const JobContext& context, RunState& state) {
  begin_step(context, state, StepName::Assessment, input_refs(state));
  Sharing sharing(context, state);
  with_pool(context, state, sharing.own(),
            [&](const assess::Evaluator& evaluator, EvaluationPool& pool) {
              Saving saving(context, state);
              while (sharing.goes_on(pool, evaluator.max_at_once())) {
                saving.save(pool.take(Sharing::kLook));
              }
            });
  const auto saved = context.reading(
      [&](pg::Tx& tx) { return assessments::list(tx, context.tenant(), state.run.id); });
  const auto failures = failures_of(saved);
  const bool all_failed = std::all_of(saved.begin(), saved.end(), [](const Assessment& assessment) {
    return assessment.status == AssessmentStatus::Failed;
  });
  if (failures && all_failed) throw JobFailure("evaluation_failed", *failures);
  end_step(context, state, StepName::Assessment, output_refs(saved), failures);
}

}  // namespace assay::jobs
