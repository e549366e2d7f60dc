// SPDX-License-Identifier: Apache-2.0
// Wire names of runs and of their results.
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/runs/tasks.hpp"
#include "db/wire/render.hpp"

namespace assay::store::render {
namespace {

Json counts(const runs::Run& run) {
  Json json = Json::object();
  for (const AssessmentStatus status : {AssessmentStatus::Complete, AssessmentStatus::Partial,
                                        AssessmentStatus::Missing, AssessmentStatus::Failed}) {
    const auto found = run.counts.find(status);
    json.set(to_text(status), found == run.counts.end() ? 0 : found->second);
  }
  return json;
}

Json optional_state(const std::optional<SnapshotStatus>& status) {
  return status ? Json(to_text(*status)) : Json();
}

}  // namespace

Json run(const runs::Run& run) {
  Json json = Json::object();
  json.set("id", run.id.value)
      .set("tenantId", run.tenant.value)
      .set("packId", run.pack.value)
      .set("status", to_text(run.status))
      .set("triggerType", run.trigger_type)
      .set("snapshotStatus", optional_state(run.snapshot_status))
      .set("snapshotHash", run.snapshot_hash)
      .set("snapshotCriteriaVersionId", run.criteria_version.value)
      .set("snapshotCorpusActivationId", id(run.corpus_activation))
      .set("traceId", run.trace_id)
      .set("rootSpanId", run.root_span_id)
      .set("createdAt", at(run.created_at))
      .set("startedAt", at(run.started_at))
      .set("completedAt", at(run.completed_at))
      .set("failedAt", at(run.failed_at))
      .set("cancelledAt", at(run.cancelled_at))
      .set("failureReason", run.failure_reason)
      .set("startedBy", id(run.started_by))
      .set("rerunOf", id(run.rerun_of))
      .set("evaluator", run.evaluator)
      .set("evaluatorVersion", run.evaluator_version)
      .set("calibrationVersion", run.calibration_version)
      .set("glossaryVersion", run.glossary_version)
      .set("evaluatorModel", run.evaluator_model)
      .set("model", run.model)
      .set("thresholds", thresholds(run.threshold_complete, run.threshold_partial))
      .set("similarityThreshold", run.similarity_threshold)
      .set("progress", Json::object()
                           .set("requirementsDone", run.requirements_done())
                           .set("requirementsTotal", run.requirements_total))
      .set("counts", counts(run));
  return json;
}

Json step(const RunId& run, const runs::Step& step) {
  return Json::object()
      .set("runId", run.value)
      .set("stepName", to_text(step.name))
      .set("stepIndex", static_cast<std::int64_t>(step.name))
      .set("status", to_text(step.status))
      .set("startedAt", at(step.started_at))
      .set("completedAt", at(step.completed_at))
      .set("spanId", step.span_id)
      .set("inputRefs", step.input_refs)
      .set("outputRefs", step.output_refs)
      .set("errorDetails", step.error_details);
}

Json pinned_document(const runs::PinnedDocument& document) {
  return Json::object()
      .set("id", document.id.value)
      .set("originalFilename", document.original_filename)
      .set("fileType", document.file_type)
      .set("sha256Hash", document.sha256)
      .set("chunkCount", document.chunk_count);
}

Json assessment(const assessments::Assessment& assessment) {
  return Json::object()
      .set("id", assessment.id.value)
      .set("runId", assessment.run.value)
      .set("requirementId", assessment.requirement_id)
      .set("status", to_text(assessment.status))
      .set("confidence", assessment.confidence)
      .set("citations", assessment.citations)
      .set("reasoning", assessment.reasoning)
      .set("details", assessment.details)
      .set("durationMs", assessment.duration_ms)
      .set("createdAt", at(assessment.created_at))
      .set("requirement", Json::object()
                              .set("id", assessment.requirement.value)
                              .set("title", assessment.title)
                              .set("criterionId", assessment.criterion_id)
                              .set("criterionTitle", assessment.criterion_title)
                              .set("subcheckLabel", assessment.subcheck_label));
}

Json review(const reviews::Review& review) {
  return Json::object()
      .set("id", review.id.value)
      .set("assessmentId", review.assessment.value)
      .set("runId", review.run.value)
      .set("verdict", to_text(review.verdict))
      .set("status", to_text(review.status))
      .set("note", review.note)
      .set("reviewer",
           Json::object().set("id", review.reviewer.value).set("email", review.reviewer_email))
      .set("createdAt", at(review.created_at));
}

Json task(const tasks::Task& task) {
  return Json::object()
      .set("id", task.id.value)
      .set("runId", task.run.value)
      .set("requirementId", task.requirement_id)
      .set("criterionId", task.criterion_id)
      .set("title", task.title)
      .set("description", task.description)
      .set("status", to_text(task.status))
      .set("assignee", task.assignee)
      .set("dueDate", task.due_date)
      .set("createdAt", at(task.created_at))
      .set("updatedAt", at(task.updated_at))
      .set("lastRunId", task.last_run.value)
      .set("seenInRuns", task.seen_in_runs)
      .set("satisfiedInRunId", id(task.satisfied_in));
}

Json left_out(const left_out::Document& document) {
  return Json::object()
      .set("documentId", document.id.value)
      .set("originalFilename", document.original_filename)
      .set("status", to_text(document.status))
      .set("reason", document.reason)
      .set("message", document.message);
}

Json llm_exchange(const llm_exchanges::Exchange& exchange) {
  Json json = Json::object()
                  .set("requirementRecordId", exchange.requirement.value)
                  .set("position", exchange.position)
                  .set("model", exchange.model)
                  .set("answeredBy", exchange.answered_by)
                  .set("httpStatus", exchange.http_status)
                  .set("error", exchange.error_code)
                  .set("tokensIn", exchange.tokens_in)
                  .set("tokensOut", exchange.tokens_out)
                  .set("costUsd", exchange.cost_usd)
                  .set("durationMs", exchange.duration_ms)
                  .set("request", exchange.request)
                  .set("response", exchange.response);
  // Records of earlier releases have no such member: there, all were for assessments.
  if (exchange.purpose != llm_exchanges::kForAssessment) json.set("purpose", exchange.purpose);
  return json;
}

Json brief(const briefs::Brief& brief) {
  Json review;
  if (brief.review) {
    review = Json::object()
                 .set("verdict", to_text(brief.review->verdict))
                 .set("status", to_text(brief.review->status));
  }
  return Json::object()
      .set("id", brief.id.value)
      .set("runId", brief.run.value)
      .set("packId", brief.pack.value)
      .set("requirementId", brief.requirement_id)
      .set("status", to_text(brief.status))
      .set("confidence", brief.confidence)
      .set("citationCount", brief.citation_count)
      .set("needsReview", brief.needs_review)
      .set("review", review)
      .set("createdAt", at(brief.created_at))
      .set("requirement", Json::object()
                              .set("id", brief.requirement.value)
                              .set("title", brief.title)
                              .set("criterionId", brief.criterion_id)
                              .set("criterionTitle", brief.criterion_title)
                              .set("subcheckLabel", brief.subcheck_label));
}

Json run_export(const exports::Export& made) {
  return Json::object()
      .set("id", made.id.value)
      .set("runId", made.run.value)
      .set("format", to_text(made.format))
      .set("status", to_text(made.status))
      .set("requestedBy", id(made.requested_by))
      .set("createdAt", at(made.created_at))
      .set("completedAt", at(made.completed_at))
      .set("failedAt", at(made.failed_at))
      .set("failureCode", made.failure_code)
      .set("failureReason", made.failure_reason)
      .set("sizeBytes", made.size_bytes)
      .set("sha256", made.sha256)
      .set("erasedAt", at(made.erased_at));
}

Json reproduction(const reproductions::Reproduction& made) {
  return Json::object()
      .set("id", made.id.value)
      .set("runId", made.run.value)
      .set("status", to_text(made.status))
      .set("identical", made.identical)
      .set("differences", made.differences)
      .set("evaluator", Json::object()
                            .set("id", made.judge.evaluator)
                            .set("version", made.judge.version)
                            .set("model", made.judge.model))
      .set("requestedBy", made.requested_by.value)
      .set("createdAt", at(made.created_at))
      .set("completedAt", at(made.completed_at))
      .set("failedAt", at(made.failed_at))
      .set("failureReason", made.failure_reason);
}

}  // namespace assay::store::render
