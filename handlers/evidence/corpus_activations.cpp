// SPDX-License-Identifier: Apache-2.0
// Activations of a corpus: lists them, and puts an ingestion in force.
#include "db/store/ingestions.hpp"
#include "db/store/render.hpp"
#include "db/store/render_corpora.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

namespace corpora = store::corpora;
namespace ingestions = store::ingestions;

constexpr std::string_view kList = "corpus-activations";
constexpr std::size_t kMaxId = 200;

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
  const Page page(context, kList);
  const auto after = page.after<corpora::Position>();
  pg::Tx tx = context.read();
  static_cast<void>(found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value));
  auto items = corpora::activations(tx, context.tenant, id, after, page.wanted());
  const Json next = page.cut(items, [](const corpora::Activation& last) {
    return cursor::Keyset{last.activated_at, last.id.value};
  });
  return Response::json(
      200, Json::object()
               .set("activations", store::render::list(items, store::render::activation))
               .set("nextCursor", next));
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
