// SPDX-License-Identifier: Apache-2.0
// The step RETRIEVAL: finds the candidates of all requirements in one batch. Loads the pinned
// corpus, searches it, and records what was found.
#include "pipeline/jobs/runs/run_retrieval.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>

#include "core/base/digest.hpp"
#include "core/base/vocabularies.hpp"
#include "pipeline/assess/support/sub_checks.hpp"
#include "pipeline/jobs/context/caches.hpp"
#include "pipeline/jobs/runs/run_expansion.hpp"
#include "pipeline/jobs/runs/run_job.hpp"
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

constexpr std::size_t kBlockTokens = 80;  // for the markers around a passage, with its identifier

// title: the vector of the requirement alone. Its criterion and what is expected help to find
// evidence, but a heading changes no verdict.
assess::Candidate candidate_of(const search::Index& index, const search::Hit& hit,
                               std::span<const float> title) {
  const search::IndexedChunk& chunk = index.chunk(hit.row);
  return {chunk.document,
          chunk.chunk,
          chunk.file_name,
          chunk.page_number,
          chunk.content,
          chunk.heading_path,
          hit.score,
          search::cosine_of(index, hit.row, title),
          hit.bm25,
          chunk.chunk_index,
          chunk.ocr_confidence,
          chunk.page_label};
}

// One after the other.
std::vector<float> title_vectors(const Services& services, const RunState& state) {
  std::vector<std::string> titles;
  for (const RequirementInput& input : state.inputs) {
    titles.push_back(search::embedded_text(search::requirement_query(input.text.title, "", "")));
  }
  return services.embedder.embed(titles);
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

// Phrases are what evidence would say: they find none of the regulation, and nothing is judged by
// them.
void add_phrases(std::vector<search::Query>& queries, const RunState& state) {
  std::map<RequirementRecordId, const store::expansions::Expansion*> by_requirement;
  for (const auto& one : state.expansions) by_requirement.emplace(one.requirement, &one);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto found = by_requirement.find(state.inputs[i].text.id);
    if (found != by_requirement.end()) queries[i].phrases = found->second->phrases;
  }
}

// What the built-in evaluator would get of these hits.
std::vector<search::Hit> first_and_beside(const search::Index& index,
                                          const std::vector<search::Hit>& hits) {
  const auto best = std::span(hits).first(std::min(search::kForJudging.beside, hits.size()));
  const auto is_beside = [&](const search::Hit& hit) {
    return std::ranges::any_of(
        best, [&](const search::Hit& one) { return index.side_by_side(one.row, hit.row); });
  };
  std::vector<search::Hit> out;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (i < kCandidates || is_beside(hits[i])) out.push_back(hits[i]);
  }
  return out;
}

// The candidates of each requirement, best first.
std::vector<std::vector<search::Hit>> hits_of(const Services& services, const RunState& state,
                                              const std::vector<search::Query>& queries) {
  const bool for_model = state.run.evaluator == kLlmEvaluator;
  search::RetrievalSettings settings = search::kForJudging;
  if (for_model) settings.limit = kMaxModelHits;
  settings.similarity_threshold = state.run.similarity_threshold;
  const search::Index& index = state.index->index;
  EvidenceBudget budget(index, services.count_tokens, services.config.llm.evidence_tokens);
  auto found = search::retrieve(index, queries, settings);
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto& hits = found[i];
    const auto all = for_model ? hits : std::vector<search::Hit>{};
    if (for_model) hits = first_and_beside(index, hits);
    if (assess::asks_for_thing(state.inputs[i].text.title)) search::add_openings(index, hits);
    if (for_model) hits = budget.filled(hits, all);
  }
  return found;
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

std::vector<search::Hit> EvidenceBudget::filled(const std::vector<search::Hit>& first,
                                                const std::vector<search::Hit>& rest) {
  std::vector<search::Hit> taken;
  std::size_t spent = 0;
  const auto take = [&](const search::Hit& hit) {
    spent += cost(hit.row);
    if (spent > tokens_ && !taken.empty()) return false;
    taken.push_back(hit);
    return true;
  };
  if (!std::ranges::all_of(first, take)) return taken;
  for (const search::Hit& hit : rest) {
    if (std::ranges::find(first, hit.row, &search::Hit::row) != first.end()) continue;
    if (!take(hit)) break;
  }
  return taken;
}

std::size_t EvidenceBudget::cost(std::size_t row) {
  const auto known = costs_.find(row);
  if (known != costs_.end()) return known->second;
  const search::IndexedChunk& chunk = index_.chunk(row);
  const std::size_t tokens =
      kBlockTokens + count_(chunk.file_name) + count_(chunk.heading_path) + count_(chunk.content);
  return costs_.emplace(row, tokens).first->second;
}

void retrieve(const JobContext& context, RunState& state) {
  Json refs = Json::object()
                  .set("requirementCount", state.requirements.size())
                  .set("chunkCount", state.index->index.size())
                  .set("model", state.run.model)
                  .set("glossaryVersion", state.run.glossary_version)
                  .set("similarityThreshold", state.run.similarity_threshold)
                  .set("expansion", nullptr);
  begin_step(context, state, StepName::Retrieval, refs);
  expand(context, state);
  const Json used = expansion_refs(context, state);
  if (!used.is_null()) begin_step(context, state, StepName::Retrieval, refs.set("expansion", used));
  const auto from = std::chrono::steady_clock::now();
  const search::Index& index = state.index->index;
  const text::Glossary glossary = state.glossary ? glossary_of(*state.glossary) : text::Glossary();
  auto queries = queries_of(context.services(), state, glossary);
  find_regulation(state, queries);
  add_phrases(queries, state);
  const auto hits = hits_of(context.services(), state, queries);
  const auto titles = title_vectors(context.services(), state);
  const std::size_t width = context.services().embedder.dimensions();
  std::size_t total = 0;
  std::size_t without = 0;
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    const std::span title = std::span(titles).subspan(i * width, width);
    for (const search::Hit& hit : hits[i]) {
      state.inputs[i].candidates.push_back(candidate_of(index, hit, title));
    }
    total += hits[i].size();
    if (hits[i].empty()) ++without;
  }
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - from);
  state.retrieval_share = took / std::max<std::size_t>(state.inputs.size(), 1);
  end_step(context, state, StepName::Retrieval,
           Json::object()
               .set("candidateCount", total)
               .set("requirementsWithoutCandidates", without)
               .set("durationMs", took.count())
               .set("expansion", expansion_outcome(context, state)));
}

}  // namespace assay::jobs
