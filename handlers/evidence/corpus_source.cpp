// SPDX-License-Identifier: Apache-2.0
// Receives the text of a corpus and queues its ingestion.
#include "handlers/evidence/corpus_source.hpp"

#include <stdexcept>

#include "db/store/evidence/documents.hpp"
#include "db/store/work/queue.hpp"
#include "fcgi/header_value.hpp"
#include "fcgi/multipart.hpp"
#include "handlers/http/file_transfer.hpp"
#include "handlers/http/input.hpp"

namespace assay::handlers {
namespace {

namespace ingestions = store::ingestions;

bool is_form(const fcgi::Request& request) {
  const auto type = fcgi::parse_header_value(request.content_type());
  return type && type->value == "multipart/form-data";
}

CorpusRequest read_form(const Context& context, std::string_view known) {
  require_room(context);
  const Services& services = context.services;
  IncomingBlob blob = services.blobs.receive();
  const fcgi::UploadForm form = fcgi::receive_file_with_fields(
      context.request, services.config.max_upload_bytes, known,
      [&blob](std::span<const std::byte> bytes) { blob.write(bytes); });
  const std::string name = stored_name(form.filename);
  if (blob.size() == 0) refuse_field("file", "is empty");
  const std::string sha256 = blob.finish();
  const Inspection inspection = inspect(context, blob, name);
  if (inspection.archive) {
    refuse_field("file", "is an archive; upload the text that is in it");
  }
  Json fields = Json::object();
  for (const auto& [field, value] : form.fields) fields.set(field, value);
  ingestions::Source source{name, inspection.file_type, inspection.content_type, blob.size(),
                            sha256};
  return {Body(fields), CorpusUpload{std::move(source), std::move(blob)}};
}

[[noreturn]] void throw_under_way(const Context& context, pg::Tx& tx,
                                  const store::corpora::Corpus& corpus) {
  Json details = Json::object().set("corpusId", corpus.id.value);
  const auto running = ingestions::under_way(tx, context.tenant, corpus.id);
  if (running) details.set("ingestionId", running->value);
  throw Failure(ErrorCode::Conflict,
                "An ingestion of this corpus is in progress; start another when it has ended",
                details);
}

}  // namespace

CorpusRequest read_corpus_request(const Context& context, std::string_view known,
                                  std::string_view form_fields) {
  if (is_form(context.request)) return read_form(context, form_fields);
  return {Body(context.request, known), std::nullopt};
}

ingestions::Ingestion start_ingestion(const Context& context, pg::Tx& tx,
                                      const store::corpora::Corpus& corpus,
                                      CorpusRequest& request) {
  ingestions::NewIngestion fresh;
  fresh.id = IngestionId::fresh();
  fresh.corpus = corpus.id;
  fresh.created_by = context.session.user;
  if (request.upload) {
    fresh.source = request.upload->source;
  } else if (corpus.source_url) {
    fresh.source_url = corpus.source_url;
  } else {
    fresh.source = ingestions::newest_source(tx, context.tenant, corpus.id);
    if (!fresh.source) {
      refuse_field("file", "is required: the corpus has neither a sourceUrl nor an earlier file");
    }
  }
  if (!ingestions::insert(tx, context.tenant, fresh)) throw_under_way(context, tx, corpus);
  store::work::enqueue(tx, context.tenant, store::work::Kind::Corpus, fresh.id.value);
  auto stored = ingestions::find(tx, context.tenant, fresh.id);
  if (!stored) throw std::logic_error("an ingestion written just now is not there");
  // Last, so that no blob is left behind when the rows cannot be written.
  if (request.upload) {
    store::documents::lock_blob(tx, context.tenant, request.upload->blob.sha256());
    context.services.blobs.keep(context.tenant, request.upload->blob);
  }
  return std::move(*stored);
}

}  // namespace assay::handlers
