// SPDX-License-Identifier: Apache-2.0
// Answers searches, and translates sign-in questions for the provider.
#include "pipeline/jobs/socket/socket_operations.hpp"

#include <array>
#include <string>

#include "core/json/utf8.hpp"
#include "pipeline/jobs/context/glossary_cache.hpp"
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

std::string text_member(const Json& question, std::string_view name) {
  return question.get(name).as_string().value_or("");
}

Json failure(oidc::Problem problem) {
  return Json::object().set("error", oidc::to_text(problem));
}

}  // namespace

Json answer_search(const Services& services, GlossaryCache& glossaries, pg::Connection& database,
                   const Json& question) {
  const auto tenant = TenantId::parse(question.get("tenantId").as_string().value_or(""));
  const auto words = question.get("q").as_string();
  const auto limit = question.get("limit").as_integer();
  if (!tenant || !words || !limit || *limit < 1 || *limit > kMaxResults) {
    return Json::object().set("error", "tenantId, q or limit is missing or out of range");
  }
  return search_for(services, services.indexes.searchable(database, *tenant),
                    *glossaries.in_force(database, *tenant), utf8::storable(*words),
                    static_cast<std::size_t>(*limit));
}

Operations oidc_operations(oidc::Provider& provider) {
  const auto start = [&provider](const Json& question) {
    const auto location =
        provider.authorization_url({text_member(question, "state"), text_member(question, "nonce"),
                                    text_member(question, "codeChallenge")});
    return location ? Json::object().set("location", *location) : failure(location.error());
  };
  const auto exchange = [&provider](const Json& question) {
    const auto identity =
        provider.exchange({text_member(question, "code"), question.get("iss").as_string(),
                           text_member(question, "codeVerifier"), text_member(question, "nonce")});
    return identity ? Json::object().set("identity", oidc::to_json(*identity))
                    : failure(identity.error());
  };
  return {{"oidc.start", start}, {"oidc.exchange", exchange}};
}

}  // namespace assay::jobs
