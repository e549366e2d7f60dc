// SPDX-License-Identifier: Apache-2.0
// Restores an evaluator's input from the form that snapshot.cpp writes.
#include "pipeline/jobs/runs/snapshot.hpp"

#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/runs/run_job.hpp"

namespace assay::jobs {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw JobFailure("snapshot_unreadable",
                   "The run's snapshot lacks " + what + ", so it cannot be evaluated again.");
}

std::string text(const Json& json, std::string_view name) {
  auto value = json.get(name).as_string();
  if (!value) refuse(std::string(name));
  return std::move(*value);
}

double number(const Json& json, std::string_view name) {
  const auto value = json.get(name).as_number();
  if (!value) refuse(std::string(name));
  return *value;
}

int integer(const Json& json, std::string_view name) {
  const auto value = json.get(name).as_integer();
  if (!value) refuse(std::string(name));
  return static_cast<int>(*value);
}

template <class F>
void each(const Json& list, F&& body) {
  for (std::size_t i = 0; i < list.size(); ++i) body(list.at(i));
}

void read_pins(const Json& snapshot, store::runs::Run& run) {
  const Json thresholds = snapshot.get("thresholds");
  run.threshold_complete = number(thresholds, "complete");
  run.threshold_partial = number(thresholds, "partial");
  run.similarity_threshold = number(snapshot, "similarityThreshold");
  run.model = text(snapshot, "model");
  run.evaluator = text(snapshot.get("evaluator"), "id");
  run.evaluator_model = snapshot.get("evaluator").get("model").as_string();
}

void read_documents(const Json& snapshot, RunState& state) {
  each(snapshot.get("documents"), [&state](const Json& json) {
    const store::runs::PinnedDocument document{
        DocumentId{text(json, "id")}, text(json, "originalFilename"), text(json, "fileType"),
        text(json, "sha256Hash"), integer(json, "chunkCount")};
    if (json.get("deleted").as_bool().value_or(false)) state.gone.push_back(document);
    state.searched_chunks += json.get("chunks").size();
    state.documents.push_back(document);
  });
  // Older snapshots have neither member.
  each(snapshot.get("documentsNotSearched"), [&state](const Json& json) {
    const auto status = from_text<DocumentStatus>(text(json, "status"));
    if (!status) refuse("the status of a document");
    state.left_out.push_back({DocumentId{text(json, "documentId")}, text(json, "originalFilename"),
                              *status, text(json, "reason"), json.get("message").as_string()});
  });
  state.run.documents_not_chosen = snapshot.get("documentsNotChosen").as_integer().value_or(0);
}

void read_corpus(const Json& corpus, RunState& state) {
  if (!corpus.is_object()) return;
  PinnedCorpus pinned;
  pinned.activation.id.value = text(corpus, "activationId");
  pinned.corpus.id.value = text(corpus, "corpusId");
  pinned.corpus.title = text(corpus, "title");
  pinned.ingestion.id.value = text(corpus, "ingestionId");
  state.corpus = std::move(pinned);
}

std::map<std::string, assess::RequirementText> read_requirements(const Json& list) {
  std::map<std::string, assess::RequirementText> found;
  each(list, [&found](const Json& json) {
    store::packs::Requirement requirement;
    requirement.id.value = text(json, "id");
    requirement.requirement_id = text(json, "requirementId");
    requirement.criterion_title = text(json, "criterionTitle");
    requirement.title = text(json, "title");
    requirement.subcheck_label = json.get("subcheckLabel").as_string();
    each(json.get("expectedEvidence"), [&requirement](const Json& hint) {
      requirement.expected_evidence.push_back(hint.as_string().value_or(""));
    });
    found.emplace(requirement.id.value, text_of(requirement));
  });
  return found;
}

assess::Candidate candidate(const Json& ranked, const Json& chunks) {
  const std::string id = text(ranked, "chunkId");
  const Json chunk = chunks.get(id);
  return {DocumentId{text(chunk, "documentId")},
          ChunkId{id},
          text(chunk, "fileName"),
          integer(chunk, "pageNumber"),
          text(chunk, "content"),
          text(chunk, "headingPath"),
          number(ranked, "score"),
          number(ranked, "cosine"),
          number(ranked, "bm25"),
          integer(chunk, "chunkIndex"),
          chunk.get("ocrConfidence").as_number(),
          chunk.get("pageLabel").as_string().value_or("")};
}

assess::RegulationPassage passage(const Json& reference, const Json& corpus) {
  const std::string id = text(reference, "passageId");
  const Json found = corpus.get("passages").get(id);
  return {PassageId{id},
          text(corpus, "title"),
          text(found, "headingPath"),
          integer(found, "pageNumber"),
          text(found, "content"),
          number(reference, "score")};
}

void read_inputs(const Json& snapshot, RunState& state) {
  const auto requirements = read_requirements(snapshot.get("requirements"));
  const Json chunks = snapshot.get("chunks");
  const Json corpus = snapshot.get("corpus");
  each(snapshot.get("inputs"), [&](const Json& json) {
    const auto found = requirements.find(text(json, "id"));
    if (found == requirements.end()) refuse("the requirement of an input");
    RequirementInput input{found->second, {}, {}};
    each(json.get("candidates"),
         [&](const Json& ranked) { input.candidates.push_back(candidate(ranked, chunks)); });
    each(json.get("regulation"), [&](const Json& reference) {
      input.text.regulation.push_back(passage(reference, corpus));
    });
    // Hash again: if it differs from the frozen hash, the assessment differs, which is reported.
    input.hash = input_hash(input);
    state.inputs.push_back(std::move(input));
  });
}

assess::PlattScaling curve(const Json& json) {
  return {number(json, "slope"), number(json, "intercept")};
}

void read_calibration(const Json& json, RunState& state) {
  if (!json.is_object()) return;
  state.calibration = {integer(json, "version"), curve(json.get("confidence")),
                       curve(json.get("supported"))};
}

void read_exchanges(const Json& snapshot, FrozenState& frozen) {
  each(snapshot.get("modelExchanges"), [&frozen](const Json& json) {
    // Other exchanges were not about a verdict.
    const std::string purpose =
        json.get("purpose").as_string().value_or(std::string(store::llm_exchanges::kForAssessment));
    if (purpose != store::llm_exchanges::kForAssessment) return;
    assess::ModelCall call;
    call.model = text(json, "model");
    call.answered_by = text(json, "answeredBy");
    call.tokens_in = json.get("tokensIn").as_integer();
    call.tokens_out = json.get("tokensOut").as_integer();
    call.cost_usd = json.get("costUsd").as_number();
    call.http_status = integer(json, "httpStatus");
    call.error_code = text(json, "error");
    call.request = text(json, "request");
    call.response = text(json, "response");
    frozen.exchanges[RequirementRecordId{text(json, "requirementRecordId")}].push_back(
        std::move(call));
  });
}

}  // namespace

FrozenState frozen_state(store::runs::Run run, const Json& snapshot) {
  if (snapshot.get("format").as_string() != kSnapshotFormat) refuse("the format known here");
  FrozenState frozen;
  frozen.state.run = std::move(run);
  read_pins(snapshot, frozen.state.run);
  frozen.state.evaluator_version = text(snapshot.get("evaluator"), "version");
  read_calibration(snapshot.get("calibration"), frozen.state);
  read_documents(snapshot, frozen.state);
  read_corpus(snapshot.get("corpus"), frozen.state);
  read_inputs(snapshot, frozen.state);
  read_exchanges(snapshot, frozen);
  each(snapshot.get("assessments"), [&frozen](const Json& json) {
    frozen.assessments.emplace(RequirementRecordId{text(json.get("requirement"), "id")}, json);
  });
  return frozen;
}

}  // namespace assay::jobs
