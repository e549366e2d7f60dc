// SPDX-License-Identifier: Apache-2.0
// Builds a snapshot.
#include "pipeline/jobs/runs/snapshot.hpp"

#include <map>
#include <set>

#include "core/base/digest.hpp"
#include "db/store/runs/runs.hpp"
#include "db/wire/render.hpp"
#include "pipeline/jobs/runs/run_retrieval.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::jobs {
namespace render = store::render;
namespace {

Json thresholds(const RunState& state) {
  return Json::object()
      .set("complete", state.run.threshold_complete)
      .set("partial", state.run.threshold_partial);
}

Json evaluator(const RunState& state) {
  return Json::object()
      .set("id", state.run.evaluator)
      .set("version", state.evaluator_version)
      .set("model", state.run.evaluator_model);
}

Json curve(const assess::PlattScaling& scaling) {
  return Json::object().set("slope", scaling.slope).set("intercept", scaling.intercept);
}

Json calibration(const RunState& state) {
  if (!state.calibration) return {};
  return Json::object()
      .set("version", state.calibration->version)
      .set("confidence", curve(state.calibration->confidence))
      .set("supported", curve(state.calibration->supported));
}

Json glossary(const RunState& state) {
  if (!state.glossary) return {};
  return Json::object()
      .set("version", state.glossary->version)
      .set("sha256", state.glossary->sha256)
      .set("entries", store::glossaries::entries_json(state.glossary->entries));
}

// The hashes of all chunks, by document.
std::map<DocumentId, Json> chunk_hashes(const search::Index& index) {
  std::map<DocumentId, Json> by_document;
  for (std::size_t row = 0; row < index.size(); ++row) {
    const search::IndexedChunk& chunk = index.chunk(row);
    auto& list = by_document.try_emplace(chunk.document, Json::array()).first->second;
    list.push(Json::object()
                  .set("id", chunk.chunk.value)
                  .set("chunkIndex", chunk.chunk_index)
                  .set("sha256", sha256_hex(chunk.content)));
  }
  return by_document;
}

Json documents(const RunState& state) {
  const auto chunks = chunk_hashes(state.index->index);
  std::set<DocumentId> gone;
  for (const store::runs::PinnedDocument& document : state.gone) gone.insert(document.id);
  return render::list(state.documents, [&](const store::runs::PinnedDocument& document) {
    Json json = render::pinned_document(document);
    const auto found = chunks.find(document.id);
    json.set("deleted", gone.contains(document.id))
        .set("chunks", found == chunks.end() ? Json::array() : found->second);
    return json;
  });
}

// The text of each candidate chunk, once.
Json candidate_chunks(const RunState& state) {
  Json chunks = Json::object();
  for (const RequirementInput& input : state.inputs) {
    for (const assess::Candidate& candidate : input.candidates) {
      if (chunks.has(candidate.chunk.value)) continue;
      Json chunk = Json::object()
                       .set("documentId", candidate.document.value)
                       .set("fileName", candidate.file_name)
                       .set("pageNumber", candidate.page_number)
                       .set("headingPath", candidate.heading_path)
                       .set("chunkIndex", candidate.chunk_index)
                       .set("content", candidate.content);
      if (candidate.ocr_confidence) chunk.set("ocrConfidence", *candidate.ocr_confidence);
      if (!candidate.page_label.empty()) chunk.set("pageLabel", candidate.page_label);
      chunks.set(candidate.chunk.value, chunk);
    }
  }
  return chunks;
}

Json ranked(const std::vector<assess::Candidate>& candidates) {
  return render::list(candidates, [](const assess::Candidate& candidate) {
    return Json::object()
        .set("chunkId", candidate.chunk.value)
        .set("score", candidate.score)
        .set("cosine", candidate.cosine)
        .set("bm25", candidate.bm25);
  });
}

Json inputs(const RunState& state, const SnapshotParts& parts) {
  std::map<RequirementRecordId, std::string> evaluated;
  for (const auto& assessment : parts.assessments) {
    evaluated.emplace(assessment.requirement,
                      assessment.details.get("inputHash").as_string().value_or(""));
  }
  return render::list(state.inputs, [&evaluated](const RequirementInput& input) {
    return Json::object()
        .set("requirementId", input.text.requirement_id)
        .set("id", input.text.id.value)
        .set("inputHash", input.hash)
        .set("complete", evaluated[input.text.id] == input.hash)
        .set("candidates", ranked(input.candidates))
        .set("regulation", regulation_refs(input.text));
  });
}

}  // namespace

Json frozen_part(const RunState& state, const SnapshotParts& parts) {
  return Json::object()
      .set("format", kSnapshotFormat)
      .set("thresholds", thresholds(state))
      .set("similarityThreshold", state.run.similarity_threshold)
      .set("evaluator", evaluator(state))
      .set("calibration", calibration(state))
      .set("glossary", glossary(state))
      .set("expansions", render::list(state.expansions, render::pinned_expansion))
      .set("model", state.run.model)
      .set("criteria", render::list(parts.criteria, render::criterion))
      .set("requirements", render::list(state.requirements, render::frozen_requirement))
      .set("documents", documents(state))
      .set("documentsNotSearched", render::list(state.left_out, store::render::left_out))
      .set("documentsNotChosen", state.run.documents_not_chosen)
      .set("corpus", frozen_corpus(state))
      .set("inputs", inputs(state, parts))
      .set("chunks", candidate_chunks(state))
      .set("modelExchanges", render::list(parts.exchanges, store::render::llm_exchange))
      .set("assessments", render::list(parts.assessments, render::assessment))
      .set("tasks", render::list(parts.tasks, render::task));
}

std::string snapshot_bytes(const store::runs::Run& run, const Json& frozen) {
  Json whole = Json::object();
  for (const std::string& key : frozen.keys()) whole.set(key, frozen.get(key));
  whole.set("run", render::run(run));
  return whole.canonical();
}

}  // namespace assay::jobs
