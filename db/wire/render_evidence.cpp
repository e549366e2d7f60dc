// SPDX-License-Identifier: Apache-2.0
// Wire names of documents, their content, archives and corpora.
#include <cmath>

#include "core/base/document_fact.hpp"
#include "core/json/utf8.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/corpora.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/wire/render.hpp"

namespace assay::store::render {
namespace {

void set_stamps(Json& json, const documents::Document& document) {
  json.set("uploadedAt", at(document.uploaded_at))
      .set("extractedAt", at(document.extracted_at))
      .set("parsedAt", at(document.parsed_at))
      .set("indexedAt", at(document.indexed_at))
      .set("readyAt", at(document.ready_at))
      .set("failedAt", at(document.failed_at))
      .set("failureCode", document.failure_code)
      .set("failureReason", document.failure_reason);
}

// The stage that a document of this status waits for or is in.
Json stage_at_hand(DocumentStatus status) {
  switch (status) {
    case DocumentStatus::Uploaded:
      return "EXTRACTION";
    case DocumentStatus::Extracted:
      return "CHUNKING";
    case DocumentStatus::Parsed:
      return "EMBEDDING";
    case DocumentStatus::Indexed:
      return "INDEXING";
    case DocumentStatus::Ready:
    case DocumentStatus::Failed:
      break;
  }
  return {};
}

std::string_view kind_of(BlockKind kind) {
  switch (kind) {
    case BlockKind::Heading:
      return "HEADING";
    case BlockKind::Paragraph:
      return "PARAGRAPH";
    case BlockKind::ListItem:
      return "LIST_ITEM";
    case BlockKind::TableRow:
      break;
  }
  return "TABLE_ROW";
}

// Parts of a page, to less than a hundredth of a point.
double rounded(double part) {
  constexpr double kParts = 1e5;
  return std::round(part * kParts) / kParts;
}

void set_source(Json& json, const std::optional<ingestions::Source>& source) {
  json.set("originalFilename", source ? Json(source->original_filename) : Json())
      .set("fileType", source ? Json(source->file_type) : Json())
      .set("contentType", source ? Json(source->content_type) : Json())
      .set("sizeBytes", source ? Json(source->size_bytes) : Json())
      .set("sha256Hash", source ? Json(source->sha256) : Json());
}

}  // namespace

Json document(const documents::Document& document) {
  Json json = Json::object();
  json.set("id", document.id.value)
      .set("tenantId", document.tenant.value)
      .set("originalFilename", document.original_filename)
      .set("fileType", document.file_type)
      .set("contentType", document.content_type)
      .set("sizeBytes", document.size_bytes)
      .set("status", to_text(document.status))
      .set("sha256Hash", document.sha256)
      .set("parentDocumentId", id(document.parent));
  set_stamps(json, document);
  json.set("pageCount", document.page_count)
      .set("chunkCount", document.chunk_count)
      .set("childCount", document.child_count)
      .set("citedBy", document.cited_by)
      .set("readerVersion", document.reader_version)
      .set("uploadedBy", id(document.uploaded_by));
  return json;
}

Json document_status(const documents::Document& document) {
  Json json = Json::object();
  json.set("id", document.id.value).set("status", to_text(document.status));
  set_stamps(json, document);
  json.set("progress", Json::object()
                           .set("stage", stage_at_hand(document.status))
                           .set("done", document.progress_done)
                           .set("total", document.progress_total));
  return json;
}

Json page(const content::StoredPage& page) {
  Json blocks = Json::array();
  for (const Block& block : page.page.blocks) {
    blocks.push(Json::object()
                    .set("kind", kind_of(block.kind))
                    .set("level", block.level)
                    .set("start", block.start)
                    .set("end", block.end));
  }
  Json json = Json::object()
                  .set("pageNumber", page.page.number)
                  .set("text", page.page.text)
                  .set("startOffset", page.start_offset)
                  .set("blocks", blocks);
  if (page.page.source == PageSource::Recognized) {
    json.set("ocr", true).set("ocrConfidence", page.page.confidence);
  }
  if (!page.page.label.empty()) json.set("label", page.page.label);
  return json;
}

Json rereading(const rereadings::Rereading& rereading) {
  return Json::object()
      .set("status", to_text(rereading.stage))
      .set("requestedAt", at(rereading.requested_at))
      .set("failedAt", at(rereading.failed_at))
      .set("failureCode", rereading.failure_code)
      .set("failureReason", rereading.failure_reason);
}

Json document_facts(const std::vector<DocumentFact>& facts) {
  return list(facts, [](const DocumentFact& fact) {
    Json json = Json::object();
    json.set("name", to_text(fact.name))
        .set("value", fact.value)
        .set("date", fact.date)
        .set("ambiguous", fact.ambiguous)
        .set("origin", to_text(fact.origin));
    if (fact.place) {
      json.set("place", Json::object()
                            .set("pageNumber", fact.place->page_number)
                            .set("startOffset", fact.place->start_offset)
                            .set("endOffset", fact.place->end_offset)
                            .set("text", fact.place->text));
    }
    return json;
  });
}

Json page_words(int number, const content::StoredWords& stored, std::string_view missing) {
  const PageWords known = stored.words.value_or(PageWords());
  const auto size = [](double points) { return points > 0 ? Json(points) : Json(); };
  Json words = Json::array();
  std::size_t at = 0;        // in bytes
  std::size_t position = 0;  // in code points
  const auto go_to = [&](std::size_t code_point) {
    for (; position < code_point && at < stored.text.size(); ++position) {
      static_cast<void>(utf8::next(stored.text, at));
    }
    return at;
  };
  const auto offset = [&stored](std::size_t in_page) {
    return stored.start_offset + static_cast<std::int64_t>(in_page);
  };
  for (const PageWord& word : known.words) {
    const std::size_t begin = go_to(word.start);
    const std::size_t end = go_to(word.end);
    Json one = Json::object()
                   .set("text", stored.text.substr(begin, end - begin))
                   .set("start", offset(word.start))
                   .set("end", offset(word.end))
                   .set("x", rounded(word.x))
                   .set("y", rounded(word.y))
                   .set("width", rounded(word.width))
                   .set("height", rounded(word.height));
    if (word.confidence) one.set("confidence", *word.confidence);
    words.push(one);
  }
  return Json::object()
      .set("pageNumber", number)
      .set("startOffset", stored.start_offset)
      .set("width", size(known.page_width))
      .set("height", size(known.page_height))
      .set("rotation", known.rotation)
      .set("missing", stored.words ? Json() : Json(missing))
      .set("words", words);
}

Json pictures(const content::Pictures& pictures) {
  Json without_text = Json::array();
  for (const std::int64_t number : pictures.without_text) without_text.push(number);
  return Json::object()
      .set("ocrPages", pictures.recognized)
      .set("ocrConfidence", pictures.confidence)
      .set("pagesWithoutText", without_text);
}

Json chunk(const content::Chunk& chunk) {
  return Json::object()
      .set("id", chunk.id.value)
      .set("documentId", chunk.document.value)
      .set("chunkIndex", chunk.chunk_index)
      .set("pageNumber", chunk.page_number)
      .set("startOffset", chunk.start_offset)
      .set("endOffset", chunk.end_offset)
      .set("tokenCount", chunk.token_count)
      .set("headingPath", chunk.heading_path)
      .set("content", chunk.content);
}

Json chunk_of_any_reading(const content::Chunk& one) {
  return chunk(one).set("replaced", one.replaced);
}

Json archive_members(const std::vector<archives::Member>& members) {
  Json list = Json::array();
  for (const archives::Member& member : members) {
    Json item = Json::object();
    item.set("path", member.path).set("outcome", to_text(member.outcome));
    if (member.document) item.set("documentId", member.document->value);
    if (member.reason) item.set("reason", *member.reason);
    list.push(item);
  }
  return list;
}

Json corpus(const corpora::Corpus& corpus) {
  return Json::object()
      .set("id", corpus.id.value)
      .set("tenantId", corpus.tenant.value)
      .set("title", corpus.title)
      .set("packId", id(corpus.pack))
      .set("sourceUrl", corpus.source_url)
      .set("createdBy", id(corpus.created_by))
      .set("createdAt", at(corpus.created_at));
}

Json ingestion(const ingestions::Ingestion& ingestion) {
  Json json = Json::object();
  json.set("id", ingestion.id.value)
      .set("corpusId", ingestion.corpus.value)
      .set("status", to_text(ingestion.status))
      .set("sourceUrl", ingestion.source_url);
  set_source(json, ingestion.source);
  json.set("pageCount", ingestion.page_count)
      .set("passageCount", ingestion.passage_count)
      .set("createdBy", id(ingestion.created_by))
      .set("createdAt", at(ingestion.created_at))
      .set("fetchingAt", at(ingestion.fetching_at))
      .set("parsingAt", at(ingestion.parsing_at))
      .set("indexingAt", at(ingestion.indexing_at))
      .set("completedAt", at(ingestion.completed_at))
      .set("failedAt", at(ingestion.failed_at))
      .set("errorDetails", ingestion.error_details);
  return json;
}

Json activation(const corpora::Activation& activation) {
  return Json::object()
      .set("id", activation.id.value)
      .set("corpusId", activation.corpus.value)
      .set("ingestionId", activation.ingestion.value)
      .set("packId", id(activation.pack))
      .set("activatedBy", id(activation.activated_by))
      .set("activatedAt", at(activation.activated_at));
}

}  // namespace assay::store::render
