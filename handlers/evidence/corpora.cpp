// SPDX-License-Identifier: Apache-2.0
// Corpora of regulatory text: the list, their ingestions and their activations.
#include "db/store/evidence/corpora.hpp"
#include "core/http/http_client.hpp"
#include "db/wire/render.hpp"
#include "handlers/evidence/corpus_source.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/packs/bindings.hpp"

namespace assay::handlers {
namespace {

namespace corpora = store::corpora;
namespace ingestions = store::ingestions;

constexpr std::string_view kCorpusList = "corpora";
constexpr std::size_t kMaxTitle = 300;
constexpr std::size_t kMaxUrl = 2000;
constexpr std::size_t kMaxId = 200;

std::optional<std::string> source_url(const Body& body) {
  constexpr std::string_view kField = "sourceUrl";
  auto url = body.optional_text(kField, kMaxUrl);
  if (!url) return std::nullopt;
  const auto parsed = parse_http_url(*url);
  if (!parsed) refuse_field(kField, parsed.error().issue);
  return url;
}

// The fields of the request, before any check against the database.
struct Wish {
  std::string title;
  std::optional<std::string> pack;
  std::optional<std::string> source_url;
};

Wish read_wish(const Body& body) {
  return {body.text("title", kMaxTitle), body.optional_text("packId", kMaxId), source_url(body)};
}

corpora::Corpus create(const Context& context, pg::Tx& tx, const Wish& wish) {
  corpora::NewCorpus fresh;
  fresh.id = CorpusId::fresh();
  fresh.title = wish.title;
  if (wish.pack) fresh.pack = chosen_binding(context, tx, wish.pack).pack;
  fresh.source_url = wish.source_url;
  fresh.created_by = context.session.user;
  corpora::insert(tx, context.tenant, fresh);
  auto stored = corpora::find(tx, context.tenant, fresh.id);
  if (!stored) throw std::logic_error("a corpus written just now is not there");
  return std::move(*stored);
}

}  // namespace

Response corpora_list(Context& context) {
  const Page page(context, kCorpusList, corpora::kOrders);
  const corpora::Filter filter{text_of(context.query, "q"),
                               id_if_given<PackId>(context.query, kPack.id_name)};
  pg::Tx tx = context.read();
  if (filter.pack) refuse_foreign(context, tx, kPack, filter.pack->value);
  const auto items = corpora::list(tx, context.tenant, filter, page.part());
  return Response::json(200,
                        Json::object()
                            .set("corpora", store::render::list(items.rows, store::render::corpus))
                            .set("nextCursor", page.next(items)));
}

Response corpora_get(Context& context) {
  const auto id = path_id<CorpusId>(context, kCorpus);
  pg::Tx tx = context.read();
  const auto corpus = found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value);
  return Response::json(200, store::render::corpus(corpus));
}

Response corpora_create(Context& context) {
  CorpusRequest request = read_corpus_request(context, "title packId sourceUrl", "title packId");
  const Wish wish = read_wish(request.body);
  pg::Tx tx = context.write();
  const corpora::Corpus corpus = create(context, tx, wish);
  std::optional<ingestions::Ingestion> ingestion;
  if (request.upload || wish.source_url) {
    ingestion = start_ingestion(context, tx, corpus, request);
  }
  Json detail = Json::object().set("title", corpus.title);
  detail.set("sourceUrl",
             corpus.source_url ? Json(url_without_secrets(*corpus.source_url)) : Json());
  if (ingestion) detail.set("ingestionId", ingestion->id.value);
  record(context, tx,
         {.action = "corpus.create",
          .object_type = "corpus",
          .object_id = corpus.id.value,
          .detail = detail});
  tx.commit();
  return Response::json(
      201, Json::object()
               .set("corpus", store::render::corpus(corpus))
               .set("ingestion", ingestion ? store::render::ingestion(*ingestion) : Json()));
}

namespace {

constexpr std::string_view kIngestionList = "corpus-ingestions";

}  // namespace

Response corpus_ingestions_list(Context& context) {
  const auto id = path_id<CorpusId>(context, kCorpus);
  const Page page(context, kIngestionList, ingestions::kOrders);
  const auto status = state_if_given<IngestionStatus>(context.query, "status");
  pg::Tx tx = context.read();
  static_cast<void>(found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value));
  const auto items = ingestions::list(tx, context.tenant, id, status, page.part());
  return Response::json(
      200, Json::object()
               .set("ingestions", store::render::list(items.rows, store::render::ingestion))
               .set("nextCursor", page.next(items)));
}

Response corpus_ingestions_start(Context& context) {
  const auto id = path_id<CorpusId>(context, kCorpus);
  {
    // Checked before the body is read: nothing is stored for a corpus that does not exist.
    pg::Tx tx = context.read();
    static_cast<void>(found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value));
  }
  CorpusRequest request = read_corpus_request(context, "", "");
  pg::Tx tx = context.write();
  const auto corpus = found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value);
  const auto ingestion = start_ingestion(context, tx, corpus, request);
  record(context, tx,
         {.action = "corpus.ingest",
          .object_type = "corpus",
          .object_id = corpus.id.value,
          .detail = Json::object().set("ingestionId", ingestion.id.value)});
  tx.commit();
  return Response::json(202, Json::object().set("ingestion", store::render::ingestion(ingestion)));
}

namespace {

constexpr std::string_view kActivationList = "corpus-activations";

// Throws NOT_FOUND for another corpus's ingestion, as for an absent one.
ingestions::Ingestion find_ingestion(const Context& context, pg::Tx& tx, const CorpusId& corpus,
                                     const std::string& text) {
  const auto id = IngestionId::parse(text);
  auto ingestion = id ? ingestions::find(tx, context.tenant, *id) : std::nullopt;
  if (ingestion && ingestion->corpus != corpus) ingestion.reset();
  return found(std::move(ingestion), context, tx, kIngestion, text);
}

}  // namespace

Response corpus_activations_list(Context& context) {
  const auto id = path_id<CorpusId>(context, kCorpus);
  const Page page(context, kActivationList, corpora::kActivationOrders);
  pg::Tx tx = context.read();
  static_cast<void>(found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value));
  const auto items = corpora::activations(tx, context.tenant, id, page.part());
  return Response::json(
      200, Json::object()
               .set("activations", store::render::list(items.rows, store::render::activation))
               .set("nextCursor", page.next(items)));
}

Response corpus_activations_create(Context& context) {
  const auto id = path_id<CorpusId>(context, kCorpus);
  const Body body(context.request, "ingestionId");
  pg::Tx tx = context.write();
  const auto corpus = found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value);
  const auto ingestion = find_ingestion(context, tx, corpus.id, body.text("ingestionId", kMaxId));
  if (ingestion.status != IngestionStatus::Completed) {
    throw Failure(ErrorCode::Conflict, "Only a COMPLETED ingestion can be activated",
                  Json::object()
                      .set("ingestionId", ingestion.id.value)
                      .set("status", to_text(ingestion.status)));
  }
  const auto activation =
      corpora::activate(tx, context.tenant, corpus, ingestion.id, context.session.user);
  record(context, tx,
         {.action = "corpus.activate",
          .object_type = "corpus",
          .object_id = corpus.id.value,
          .detail = Json::object()
                        .set("activationId", activation.id.value)
                        .set("ingestionId", ingestion.id.value)});
  tx.commit();
  return Response::json(201,
                        Json::object().set("activation", store::render::activation(activation)));
}

}  // namespace assay::handlers
