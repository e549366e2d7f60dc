// SPDX-License-Identifier: Apache-2.0
// Loads the pinned corpus, searches it, and records what was found.
#include "pipeline/jobs/runs/run_corpus.hpp"

#include "core/base/digest.hpp"
#include "pipeline/search/retriever.hpp"

namespace assay::jobs {
namespace {

[[noreturn]] void refuse() {
  throw JobFailure(
      "corpus_unavailable",
      "The passages of the corpus that the run has pinned have changed since they were activated, "
      "or were indexed by another model. Ingest the corpus again, activate that and "
      "start a new run.");
}

}  // namespace

void load_corpus(const JobContext& context, RunState& state) {
  if (!state.run.corpus_activation) return;
  PinnedCorpus pinned = context.reading([&](pg::Tx& tx) {
    const auto activation =
        store::corpora::find_activation(tx, context.tenant(), *state.run.corpus_activation);
    if (!activation) refuse();
    const auto corpus = store::corpora::find(tx, context.tenant(), activation->corpus);
    const auto ingestion = store::ingestions::find(tx, context.tenant(), activation->ingestion);
    if (!corpus || !ingestion || !ingestion->source) refuse();
    return PinnedCorpus{*activation, *corpus, *ingestion, nullptr};
  });
  pinned.index = context.services().indexes.of_ingestion(context.connection(), context.tenant(),
                                                         pinned.ingestion.id);
  if (static_cast<std::int64_t>(pinned.index->index.size()) != pinned.ingestion.passage_count) {
    refuse();
  }
  state.corpus = std::move(pinned);
}

void find_regulation(RunState& state, std::span<const search::Query> queries) {
  if (!state.corpus) return;
  search::RetrievalSettings settings;
  // Retrieve more than are used: some are found by their words alone.
  settings.limit = 4 * kRegulationPassages;
  settings.similarity_threshold = state.run.similarity_threshold;
  const search::Index& index = state.corpus->index->index;
  const auto hits = search::retrieve(index, queries, settings);
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    auto& regulation = state.inputs[i].text.regulation;
    for (const search::Hit& hit : hits[i]) {
      if (regulation.size() == kRegulationPassages) break;
      if (hit.cosine < state.run.similarity_threshold) continue;
      const search::IndexedChunk& row = index.chunk(hit.row);
      regulation.push_back({PassageId{row.chunk.value}, state.corpus->corpus.title,
                            row.heading_path, row.page_number, row.content, hit.score});
    }
  }
}

Json frozen_corpus(const RunState& state) {
  if (!state.corpus) return {};
  const PinnedCorpus& pinned = *state.corpus;
  Json passages = Json::object();
  for (const RequirementInput& input : state.inputs) {
    for (const assess::RegulationPassage& passage : input.text.regulation) {
      passages.set(passage.id.value, Json::object()
                                         .set("headingPath", passage.heading_path)
                                         .set("pageNumber", passage.page_number)
                                         .set("sha256", sha256_hex(passage.text))
                                         .set("content", passage.text));
    }
  }
  return Json::object()
      .set("activationId", pinned.activation.id.value)
      .set("activatedAt", to_iso8601(pinned.activation.activated_at))
      .set("corpusId", pinned.corpus.id.value)
      .set("title", pinned.corpus.title)
      .set("ingestionId", pinned.ingestion.id.value)
      .set("sourceUrl", pinned.ingestion.source_url)
      .set("originalFilename", pinned.ingestion.source->original_filename)
      .set("sha256", pinned.ingestion.source->sha256)
      .set("passageCount", pinned.ingestion.passage_count)
      .set("passages", passages);
}

Json regulation_refs(const assess::RequirementText& requirement) {
  Json list = Json::array();
  for (const assess::RegulationPassage& passage : requirement.regulation) {
    list.push(Json::object()
                  .set("passageId", passage.id.value)
                  .set("sha256", sha256_hex(passage.text))
                  .set("score", passage.score));
  }
  return list;
}

Json regulation_details(const RunState& state, const assess::RequirementText& requirement) {
  Json list = Json::array();
  for (const assess::RegulationPassage& passage : requirement.regulation) {
    list.push(Json::object()
                  .set("corpusId", state.corpus->corpus.id.value)
                  .set("ingestionId", state.corpus->ingestion.id.value)
                  .set("passageId", passage.id.value)
                  .set("headingPath", passage.heading_path)
                  .set("pageNumber", passage.page_number)
                  .set("score", passage.score)
                  .set("text", passage.text));
  }
  return list;
}

}  // namespace assay::jobs
