// SPDX-License-Identifier: Apache-2.0
// Serves one assessment with what a reviewer needs: the last review, the cited documents, and where
// the quotes are in their texts.
#include <map>

#include "core/json/utf8.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/runs.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace {

using store::content::Chunk;

std::vector<std::string> texts_of(const Json& citations, std::string_view member) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < citations.size(); ++i) {
    found.push_back(citations.at(i).get(member).as_string().value_or(""));
  }
  return found;
}

template <class IdType>
std::vector<IdType> ids_of(const Json& citations, std::string_view member) {
  std::vector<IdType> ids;
  for (const std::string& text : texts_of(citations, member)) ids.push_back(IdType{text});
  return ids;
}

// {startOffset, endOffset} in the document's text, in code points; null when the chunk is gone, or
// of an earlier reading: the words may stand elsewhere now.
Json place_of(const std::map<ChunkId, Chunk>& chunks, const ChunkId& id, const std::string& quote) {
  const auto chunk = chunks.find(id);
  if (chunk == chunks.end() || chunk->second.replaced) return {};
  const std::string_view content = chunk->second.content;
  const std::size_t at = content.find(quote);
  if (at == std::string_view::npos) return {};
  const std::int64_t start =
      chunk->second.start_offset + static_cast<std::int64_t>(utf8::length(content.substr(0, at)));
  return Json::object()
      .set("startOffset", start)
      .set("endOffset", start + static_cast<std::int64_t>(utf8::length(quote)));
}

Json places(pg::Tx& tx, const TenantId& tenant, const Json& citations) {
  const auto ids = ids_of<ChunkId>(citations, "chunkId");
  std::map<ChunkId, Chunk> chunks;
  for (Chunk& chunk : store::content::chunks_by_id(tx, tenant, ids)) {
    const ChunkId id = chunk.id;
    chunks.emplace(id, std::move(chunk));
  }
  const std::vector<std::string> quotes = texts_of(citations, "text");
  Json list = Json::array();
  for (std::size_t i = 0; i < ids.size(); ++i) list.push(place_of(chunks, ids[i], quotes[i]));
  return list;
}

Json render_source(const store::cited::Source& source) {
  return Json::object()
      .set("documentId", source.id.value)
      .set("originalFilename", source.original_filename)
      .set("fileType", source.file_type)
      .set("present", source.present);
}

}  // namespace

Response assessments_get(Context& context) {
  const auto id = path_id<AssessmentId>(context, kAssessment);
  pg::Tx tx = context.read();
  const auto assessment =
      found(store::assessments::find(tx, context.tenant, id), context, tx, kAssessment, id.value);
  Json answer = store::render::assessment(assessment);
  const auto reviews = store::reviews::list(tx, context.tenant, id, std::nullopt, 1);
  if (!reviews.empty()) answer.set("review", store::render::review(reviews.front()));
  const auto documents = ids_of<DocumentId>(assessment.citations, "documentId");
  const auto sources = store::cited::sources(tx, context.tenant, assessment.run, documents);
  answer.set("sources", store::render::list(sources, render_source))
      .set("places", places(tx, context.tenant, assessment.citations));
  return Response::json(200, answer);
}

}  // namespace assay::handlers
