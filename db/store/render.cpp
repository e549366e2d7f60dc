// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of the records' fields.
#include "db/store/render.hpp"

#include <array>

namespace assay::store::render {
namespace {

void set_stamps(Json& json, const documents::Document& document) {
  json.set("uploadedAt", at(document.uploaded_at))
      .set("extractedAt", at(document.extracted_at))
      .set("parsedAt", at(document.parsed_at))
      .set("indexedAt", at(document.indexed_at))
      .set("readyAt", at(document.ready_at))
      .set("failedAt", at(document.failed_at))
      .set("failureCode", document.failure_code)
      .set("failureReason", document.failure_reason);
}

// The stage that a document of this status waits for or is in.
Json stage_at_hand(DocumentStatus status) {
  switch (status) {
    case DocumentStatus::Uploaded:
      return "EXTRACTION";
    case DocumentStatus::Extracted:
      return "CHUNKING";
    case DocumentStatus::Parsed:
      return "EMBEDDING";
    case DocumentStatus::Indexed:
      return "INDEXING";
    case DocumentStatus::Ready:
    case DocumentStatus::Failed:
      break;
  }
  return {};
}

std::string_view kind_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::Heading:
      return "HEADING";
    case BlockKind::Paragraph:
      return "PARAGRAPH";
    case BlockKind::ListItem:
      return "LIST_ITEM";
    case BlockKind::TableRow:
      break;
  }
  return "TABLE_ROW";
}

Json thresholds(double complete, double partial) {
  return Json::object().set("complete", complete).set("partial", partial);
}

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

Json at(Timestamp when) {
  return {to_iso8601(when)};
}

Json at(const std::optional<Timestamp>& when) {
  return when ? at(*when) : Json();
}

Json document(const documents::Document& document) {
  Json json = Json::object();
  json.set("id", document.id.value)
      .set("tenantId", document.tenant.value)
      .set("originalFilename", document.original_filename)
      .set("fileType", document.file_type)
      .set("contentType", document.content_type)
      .set("sizeBytes", document.size_bytes)
      .set("status", to_text(document.status))
      .set("sha256Hash", document.sha256)
      .set("parentDocumentId", id(document.parent));
  set_stamps(json, document);
  json.set("pageCount", document.page_count)
      .set("chunkCount", document.chunk_count)
      .set("childCount", document.child_count)
      .set("citedBy", document.cited_by)
      .set("uploadedBy", id(document.uploaded_by));
  return json;
}

Json document_status(const documents::Document& document) {
  Json json = Json::object();
  json.set("id", document.id.value).set("status", to_text(document.status));
  set_stamps(json, document);
  json.set("progress", Json::object()
                           .set("stage", stage_at_hand(document.status))
                           .set("done", document.progress_done)
                           .set("total", document.progress_total));
  return json;
}

Json page(const content::StoredPage& page) {
  Json blocks = Json::array();
  for (const Block& block : page.page.blocks) {
    blocks.push(Json::object()
                    .set("kind", kind_of(block.kind))
                    .set("level", block.level)
                    .set("start", block.start)
                    .set("end", block.end));
  }
  return Json::object()
      .set("pageNumber", page.page.number)
      .set("text", page.page.text)
      .set("startOffset", page.start_offset)
      .set("blocks", blocks);
}

Json chunk(const content::Chunk& chunk) {
  return Json::object()
      .set("id", chunk.id.value)
      .set("documentId", chunk.document.value)
      .set("chunkIndex", chunk.chunk_index)
      .set("pageNumber", chunk.page_number)
      .set("startOffset", chunk.start_offset)
      .set("endOffset", chunk.end_offset)
      .set("tokenCount", chunk.token_count)
      .set("headingPath", chunk.heading_path)
      .set("content", chunk.content);
}

Json pack(const packs::Binding& binding) {
  return Json::object()
      .set("id", binding.pack.value)
      .set("name", binding.name)
      .set("description", binding.description)
      .set("version", binding.version)
      .set("criteriaVersionId", binding.criteria_version.value)
      .set("requirementCount", binding.requirement_count)
      .set("thresholds", thresholds(binding.threshold_complete, binding.threshold_partial));
}

Json criterion(const packs::Criterion& criterion) {
  return Json::object()
      .set("criterionId", criterion.criterion_id)
      .set("criterionTitle", criterion.title)
      .set("criterionDescription", criterion.description);
}

Json requirement(const packs::Requirement& requirement) {
  return Json::object()
      .set("id", requirement.id.value)
      .set("requirementId", requirement.requirement_id)
      .set("criterionId", requirement.criterion_id)
      .set("criterionTitle", requirement.criterion_title)
      .set("title", requirement.title)
      .set("subcheckLabel", requirement.subcheck_label);
}

Json frozen_requirement(const packs::Requirement& requirement) {
  Json json = render::requirement(requirement);
  json.set("expectedEvidence",
           list(requirement.expected_evidence, [](const std::string& text) { return Json(text); }));
  return json;
}

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

}  // namespace assay::store::render
