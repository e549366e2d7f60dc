// SPDX-License-Identifier: Apache-2.0
// Checks and answers a search.
#include "pipeline/jobs/search_operation.hpp"

#include <array>
#include <string>

#include "core/json/utf8.hpp"
#include "pipeline/jobs/glossary.hpp"
#include "pipeline/search/retriever.hpp"

namespace assay::jobs {
namespace {

constexpr std::int64_t kMaxResults = 200;

Json result_of(const search::IndexedChunk& chunk, double score) {
  return Json::object()
      .set("documentId", chunk.document.value)
      .set("chunkId", chunk.chunk.value)
      .set("text", chunk.content)
      .set("pageNumber", chunk.page_number)
      .set("originalFilename", chunk.file_name)
      .set("headingPath", chunk.heading_path)
      .set("score", score);
}

Json search_for(const Services& services, const IndexCache::Shared& loaded,
                const text::Glossary& glossary, const std::string& words, std::size_t limit) {
  search::Query query;
  query.text = words;
  query.glossary = &glossary;
  const std::array<std::string, 1> texts{search::embedded_text(query)};
  query.vector = services.embedder.embed(texts);
  search::RetrievalSettings settings;
  settings.limit = limit;
  settings.similarity_threshold = services.config.similarity_threshold;
  const std::array<search::Query, 1> queries{std::move(query)};
  const auto hits = search::retrieve(loaded->index, queries, settings);
  Json results = Json::array();
  for (const search::Hit& hit : hits.front()) {
    results.push(result_of(loaded->index.chunk(hit.row), hit.score));
  }
  return Json::object().set("results", results);
}

}  // namespace

Json answer_search(const Services& services, pg::Connection& database, const Json& question) {
  const auto tenant = TenantId::parse(question.get("tenantId").as_string().value_or(""));
  const auto words = question.get("q").as_string();
  const auto limit = question.get("limit").as_integer();
  if (!tenant || !words || !limit || *limit < 1 || *limit > kMaxResults) {
    return Json::object().set("error", "tenantId, q or limit is missing or out of range");
  }
  return search_for(services, services.indexes.searchable(database, *tenant),
                    glossary_in_force(database, *tenant), utf8::storable(*words),
                    static_cast<std::size_t>(*limit));
}

}  // namespace assay::jobs
