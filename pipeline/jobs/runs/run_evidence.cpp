// SPDX-License-Identifier: Apache-2.0
// The steps INGESTION and VERIFICATION: the evidence is what was pinned.
#include "pipeline/jobs/runs/run_job.hpp"

#include <algorithm>
#include <map>

#include "core/base/digest.hpp"
#include "db/store/evidence/content.hpp"
#include "pipeline/jobs/runs/run_retrieval.hpp"

namespace assay::jobs {
namespace content = store::content;
namespace packs = store::packs;
namespace runs = store::runs;
namespace {

Json ids_of(const std::vector<runs::PinnedDocument>& documents) {
  Json ids = Json::array();
  for (const runs::PinnedDocument& document : documents) ids.push(document.id.value);
  return ids;
}

std::map<DocumentId, std::int64_t> rows_by_document(const search::Index& index) {
  std::map<DocumentId, std::int64_t> rows;
  for (std::size_t row = 0; row < index.size(); ++row) ++rows[index.chunk(row).document];
  return rows;
}

// Sets deleted documents aside, and refuses those that differ from what was pinned.
void check_documents(const JobContext& context, RunState& state) {
  const auto now = context.reading(
      [&](pg::Tx& tx) { return runs::documents_now(tx, context.tenant(), state.run.id); });
  const auto loaded = rows_by_document(state.index->index);
  for (const runs::PinnedDocument& document : state.documents) {
    const auto found = now.find(document.id);
    if (found == now.end()) {
      state.gone.push_back(document);
      continue;
    }
    const auto rows = loaded.find(document.id);
    const std::int64_t indexed = rows == loaded.end() ? 0 : rows->second;
    if (!found->second.unchanged || found->second.chunks != document.chunk_count ||
        indexed != document.chunk_count) {
      throw JobFailure("evidence_changed", "The document " + document.original_filename +
                                               " has changed since the run was "
                                               "started. Start a new run.");
    }
  }
}

std::vector<ChunkId> candidate_ids(const RunState& state) {
  std::vector<ChunkId> ids;
  for (const RequirementInput& input : state.inputs) {
    for (const assess::Candidate& candidate : input.candidates) ids.push_back(candidate.chunk);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// Drops the candidates whose chunk is gone; returns how many.
std::size_t drop_missing(RunState& state, const std::map<ChunkId, std::string>& stored) {
  std::size_t dropped = 0;
  for (RequirementInput& input : state.inputs) {
    dropped += std::erase_if(input.candidates, [&stored](const assess::Candidate& candidate) {
      const auto found = stored.find(candidate.chunk);
      if (found == stored.end()) return true;
      if (found->second != sha256_hex(candidate.content)) {
        throw JobFailure("evidence_changed", "A passage of " + candidate.file_name +
                                                 " has changed since it was searched. Start a new "
                                                 "run.");
      }
      return false;
    });
  }
  return dropped;
}

}  // namespace

void ingest(const JobContext& context, RunState& state) {
  begin_step(context, state, StepName::Ingestion,
             Json::object().set("documentIds", ids_of(state.documents)));
  std::vector<DocumentId> ids;
  for (const runs::PinnedDocument& document : state.documents) ids.push_back(document.id);
  std::sort(ids.begin(), ids.end());
  state.index =
      context.services().indexes.of_documents(context.connection(), context.tenant(), ids);
  state.searched_chunks = state.index->index.size();
  check_documents(context, state);
  load_corpus(context, state);
  for (const packs::Requirement& requirement : state.requirements) {
    state.inputs.push_back({text_of(requirement), {}, {}});
  }
  end_step(context, state, StepName::Ingestion,
           Json::object()
               .set("documentCount", state.documents.size() - state.gone.size())
               .set("chunkCount", state.searched_chunks)
               .set("notSearchedCount", state.left_out.size())
               .set("notChosenCount", state.run.documents_not_chosen)
               .set("deletedDocumentIds", ids_of(state.gone)));
}

void verify(const JobContext& context, RunState& state) {
  const std::vector<ChunkId> ids = candidate_ids(state);
  begin_step(context, state, StepName::Verification, Json::object().set("chunkCount", ids.size()));
  std::map<ChunkId, std::string> stored;
  for (const content::Chunk& chunk : context.reading(
           [&](pg::Tx& tx) { return content::chunks_by_id(tx, context.tenant(), ids); })) {
    stored.emplace(chunk.id, sha256_hex(chunk.content));
  }
  const std::size_t dropped = drop_missing(state, stored);
  for (RequirementInput& input : state.inputs) input.hash = input_hash(input);
  end_step(context, state, StepName::Verification,
           Json::object()
               .set("verifiedChunkCount", stored.size())
               .set("droppedCandidateCount", dropped));
}

}  // namespace assay::jobs
