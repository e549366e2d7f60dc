// SPDX-License-Identifier: Apache-2.0
// Saves the record of an evaluation, its exchanges and its spans, all in one transaction.
#include "pipeline/jobs/run_save.hpp"

#include <algorithm>

#include "db/store/llm_exchanges.hpp"
#include "db/store/run_trace.hpp"
#include "pipeline/llm/usage.hpp"

namespace assay::jobs {
namespace assessments = store::assessments;
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

}  // namespace

void save_evaluation(const JobContext& context, pg::Tx& tx, const RunState& state,
                     const Evaluated& one) {
  // An earlier worker saved this assessment already; it stays, and so does its span.
  const auto evaluation = traced(state, one);
  if (!assessments::insert(tx, context.tenant(), one.assessment)) return;
  save_calls(context, tx, state, one);
  store::run_trace::record_evaluation(tx, state.run, state.assessment_span_id, evaluation,
                                      store::runs::database_now(tx));
}

Json llm_totals(const std::vector<assessments::Assessment>& saved) {
  llm::Sum calls;
  llm::Sum tokens_in;
  llm::Sum tokens_out;
  llm::Sum cost;
  bool any = false;
  for (const assessments::Assessment& assessment : saved) {
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

}  // namespace assay::jobs
