// SPDX-License-Identifier: Apache-2.0
// Defines the wire names of the fields of corpora, ingestions and activations.
#include "db/store/render_corpora.hpp"

#include "db/store/render.hpp"

namespace assay::store::render {
namespace {

void set_source(Json& json, const std::optional<ingestions::Source>& source) {
  json.set("originalFilename", source ? Json(source->original_filename) : Json())
      .set("fileType", source ? Json(source->file_type) : Json())
      .set("contentType", source ? Json(source->content_type) : Json())
      .set("sizeBytes", source ? Json(source->size_bytes) : Json())
      .set("sha256Hash", source ? Json(source->sha256) : Json());
}

}  // namespace

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
