// SPDX-License-Identifier: Apache-2.0
// Wire names: clients and stored snapshots depend on them, so no addition, removal or change goes
// unnoticed.
#include "db/wire/render.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/document_fact.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/runs/tasks.hpp"

namespace assay::test {
namespace {

namespace render = store::render;
using Names = std::vector<std::string>;

Names sorted(Names names) {
  std::sort(names.begin(), names.end());
  return names;
}

void expect_fields(const Json& json, const Names& names) {
  EXPECT_EQ(sorted(json.keys()), sorted(names));
}

TEST(Render, Document) {
  store::documents::Document document;
  document.id.value = "d";
  document.uploaded_at = from_micros(1'700'000'000'123'456);
  const Json json = render::document(document);
  expect_fields(json,
                {"id",         "citedBy",     "tenantId",         "originalFilename", "fileType",
                 "status",     "sha256Hash",  "uploadedAt",       "extractedAt",      "parsedAt",
                 "indexedAt",  "readyAt",     "parentDocumentId", "sizeBytes",        "contentType",
                 "pageCount",  "chunkCount",  "failureReason",    "failedAt",         "uploadedBy",
                 "childCount", "failureCode", "readerVersion"});
  EXPECT_EQ(json.get("uploadedAt").as_string(), "2023-11-14T22:13:20.123Z");
  EXPECT_TRUE(json.get("readyAt").is_null());
  EXPECT_EQ(json.get("status").as_string(), "UPLOADED");
}

TEST(Render, DocumentStatusNamesTheWorkAtHand) {
  store::documents::Document document;
  const Json json = render::document_status(document);
  expect_fields(json, {"id", "status", "uploadedAt", "extractedAt", "parsedAt", "indexedAt",
                       "readyAt", "failedAt", "failureCode", "failureReason", "progress"});
  expect_fields(json.get("progress"), {"stage", "done", "total"});
  EXPECT_EQ(json.get("progress").get("stage").as_string(), "EXTRACTION");
  document.status = DocumentStatus::Parsed;
  EXPECT_EQ(render::document_status(document).get("progress").get("stage").as_string(),
            "EMBEDDING");
  document.status = DocumentStatus::Failed;
  EXPECT_TRUE(render::document_status(document).get("progress").get("stage").is_null());
}

TEST(Render, Facts) {
  DocumentFact fact;
  EXPECT_EQ(render::document_facts({}).size(), 0U);
  expect_fields(render::document_facts({fact}).at(0),
                {"name", "value", "date", "ambiguous", "origin"});
  fact.place = FactPlace{2, 3, 4, "x"};
  fact.name = FactName::ApprovedBy;
  const Json json = render::document_facts({fact}).at(0);
  EXPECT_EQ(json.get("name").as_string(), "approvedBy");
  expect_fields(json.get("place"), {"pageNumber", "startOffset", "endOffset", "text"});
}

TEST(Render, PagesChunksAndPacks) {
  expect_fields(render::page({}), {"pageNumber", "text", "startOffset", "blocks"});
  EXPECT_EQ(
      render::page({.page = {.text = "", .blocks = {}, .label = "iv"}}).get("label").as_string(),
      "iv");
  const Json block =
      render::page({.page = {.text = "1 Scope\n", .blocks = {{BlockKind::Heading, 2, 0, 7}}}})
          .get("blocks")
          .at(0);
  expect_fields(block, {"kind", "level", "start", "end"});
  EXPECT_EQ(block.get("kind").as_string(), "HEADING");
  expect_fields(render::chunk({}), {"id", "documentId", "content", "chunkIndex", "pageNumber",
                                    "tokenCount", "startOffset", "endOffset", "headingPath"});
  const Json pack = render::bound_pack({});
  expect_fields(pack, {"id", "name", "description", "version", "criteriaVersionId",
                       "requirementCount", "thresholds"});
  expect_fields(pack.get("thresholds"), {"complete", "partial"});
  expect_fields(render::criterion({}), {"criterionId", "criterionTitle", "criterionDescription"});
  expect_fields(render::requirement({}),
                {"id", "requirementId", "criterionId", "criterionTitle", "title", "subcheckLabel"});
  EXPECT_TRUE(render::frozen_requirement({}).get("expectedEvidence").is_array());
}

TEST(Render, Run) {
  store::runs::Run run;
  run.counts[AssessmentStatus::Partial] = 2;
  run.requirements_total = 5;
  const Json json = render::run(run);
  expect_fields(json, {"id",
                       "tenantId",
                       "packId",
                       "status",
                       "triggerType",
                       "snapshotStatus",
                       "snapshotHash",
                       "snapshotCriteriaVersionId",
                       "snapshotCorpusActivationId",
                       "traceId",
                       "rootSpanId",
                       "createdAt",
                       "startedAt",
                       "completedAt",
                       "failedAt",
                       "cancelledAt",
                       "failureReason",
                       "startedBy",
                       "rerunOf",
                       "evaluator",
                       "evaluatorVersion",
                       "calibrationVersion",
                       "glossaryVersion",
                       "evaluatorModel",
                       "model",
                       "thresholds",
                       "similarityThreshold",
                       "progress",
                       "counts"});
  EXPECT_EQ(json.get("progress").get("requirementsDone").as_integer(), 2);
  EXPECT_EQ(json.get("progress").get("requirementsTotal").as_integer(), 5);
  expect_fields(json.get("counts"), {"COMPLETE", "PARTIAL", "MISSING", "FAILED"});
  EXPECT_EQ(json.get("counts").get("PARTIAL").as_integer(), 2);
  EXPECT_EQ(json.get("counts").get("FAILED").as_integer(), 0);
}

TEST(Render, StepsCountFromZeroInOrder) {
  store::runs::Step step;
  step.name = StepName::Export;
  const Json json = render::step(RunId{"r"}, step);
  expect_fields(json, {"runId", "stepName", "stepIndex", "status", "startedAt", "completedAt",
                       "spanId", "inputRefs", "outputRefs", "errorDetails"});
  EXPECT_EQ(json.get("stepIndex").as_integer(), 5);
  EXPECT_EQ(json.get("stepName").as_string(), "EXPORT");
}

TEST(Render, Assessment) {
  store::assessments::Assessment assessment;
  assessment.requirement.value = "record";
  assessment.requirement_id = "2.3.i";
  const Json json = render::assessment(assessment);
  expect_fields(json, {"id", "runId", "requirementId", "status", "confidence", "citations",
                       "reasoning", "details", "durationMs", "createdAt", "requirement"});
  EXPECT_EQ(json.get("requirementId").as_string(), "2.3.i") << "the label, not the record";
  expect_fields(json.get("requirement"),
                {"id", "title", "criterionId", "criterionTitle", "subcheckLabel"});
  EXPECT_EQ(json.get("requirement").get("id").as_string(), "record");
}

TEST(Render, TaskAndAuditEntry) {
  expect_fields(render::task({}), {"id", "runId", "requirementId", "criterionId", "title",
                                   "description", "status", "assignee", "dueDate", "createdAt",
                                   "updatedAt", "lastRunId", "seenInRuns", "satisfiedInRunId"});
  store::audit::Entry entry;
  entry.event.outcome = store::audit::Outcome::Deny;
  const Json json = render::audit_entry(TenantId{"t"}, entry);
  expect_fields(json, {"id", "tenantId", "sequence", "action", "objectType", "objectId", "actor",
                       "outcome", "requestId", "runId", "ip", "actorRole", "authMethod",
                       "userAgent", "detail", "createdAt", "hashVersion", "previousHash", "hash"});
  expect_fields(json.get("actor"), {"type", "id", "email"});
  EXPECT_EQ(json.get("outcome").as_string(), "deny");
}

}  // namespace
}  // namespace assay::test
