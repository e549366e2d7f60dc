// SPDX-License-Identifier: Apache-2.0
// The steps INGESTION, RETRIEVAL and VERIFICATION.
#include "pipeline/jobs/run_evidence.hpp"

#include <algorithm>
#include <map>

#include "core/base/digest.hpp"
#include "core/base/vocabularies.hpp"
#include "core/trace/log.hpp"
#include "db/store/content.hpp"
#include "pipeline/assess/requirement_parts.hpp"
#include "pipeline/jobs/evidence_budget.hpp"
#include "pipeline/jobs/glossary.hpp"
#include "pipeline/jobs/run_corpus.hpp"
#include "pipeline/jobs/run_input.hpp"
#include "pipeline/jobs/run_record.hpp"
#include "pipeline/search/retriever.hpp"

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

assess::Candidate candidate_of(const search::Index& index, const search::Hit& hit) {
  const search::IndexedChunk& chunk = index.chunk(hit.row);
  return {chunk.document,     chunk.chunk, chunk.file_name, chunk.page_number, chunk.content,
          chunk.heading_path, hit.score,   hit.cosine,      hit.bm25,          chunk.chunk_index};
}

std::vector<search::Query> queries_of(const Services& services, const RunState& state,
                                      const text::Glossary& glossary) {
  std::vector<search::Query> queries;
  std::vector<std::string> texts;
  for (const RequirementInput& input : state.inputs) {
    queries.push_back(search::requirement_query(input.text.title, input.text.criterion_title,
                                                input.text.expected_evidence));
    queries.back().glossary = &glossary;
    texts.push_back(search::embedded_text(queries.back()));
  }
  const std::vector<float> vectors = services.embedder.embed(texts);
  const auto width = static_cast<std::ptrdiff_t>(services.embedder.dimensions());
  auto at = vectors.begin();
  for (search::Query& query : queries) {
    query.vector.assign(at, at + width);
    at += width;
  }
  return queries;
}

// The candidates of each requirement, best first.
std::vector<std::vector<search::Hit>> hits_of(const Services& services, const RunState& state,
                                              const std::vector<search::Query>& queries) {
  const bool for_model = state.run.evaluator == kLlmEvaluator;
  search::RetrievalSettings settings;
  settings.limit = for_model ? kMaxModelHits : kCandidates;
  settings.similarity_threshold = state.run.similarity_threshold;
  const search::Index& index = state.index->index;
  EvidenceBudget budget(index, services.count_tokens, services.config.llm.evidence_tokens);
  auto found = search::retrieve(index, queries, settings);
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto& hits = found[i];
    const auto all = for_model ? hits : std::vector<search::Hit>{};
    hits.resize(std::min(hits.size(), kCandidates));
    if (assess::asks_for_thing(state.inputs[i].text.title)) search::add_openings(index, hits);
    if (for_model) hits = budget.filled(hits, all);
  }
  return found;
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

void retrieve(const JobContext& context, RunState& state) {
  begin_step(context, state, StepName::Retrieval,
             Json::object()
                 .set("requirementCount", state.requirements.size())
                 .set("chunkCount", state.index->index.size())
                 .set("model", state.run.model)
                 .set("glossaryVersion", state.run.glossary_version)
                 .set("similarityThreshold", state.run.similarity_threshold));
  const auto from = std::chrono::steady_clock::now();
  const search::Index& index = state.index->index;
  const text::Glossary glossary = state.glossary ? glossary_of(*state.glossary) : text::Glossary();
  const auto queries = queries_of(context.services(), state, glossary);
  const auto hits = hits_of(context.services(), state, queries);
  std::size_t total = 0;
  std::size_t without = 0;
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    for (const search::Hit& hit : hits[i]) {
      state.inputs[i].candidates.push_back(candidate_of(index, hit));
    }
    total += hits[i].size();
    if (hits[i].empty()) ++without;
  }
  find_regulation(state, queries);
  state.retrieval_time = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - from);
  end_step(context, state, StepName::Retrieval,
           Json::object()
               .set("candidateCount", total)
               .set("requirementsWithoutCandidates", without)
               .set("durationMs", state.retrieval_time.count()));
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
