// SPDX-License-Identifier: Apache-2.0
// Lists the ingestions of a corpus, and starts another.
#include "db/store/ingestions.hpp"

#include "db/store/render.hpp"
#include "db/store/render_corpora.hpp"
#include "handlers/evidence/corpus_source.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

namespace corpora = store::corpora;
namespace ingestions = store::ingestions;

constexpr std::string_view kList = "corpus-ingestions";

}  // namespace

Response corpus_ingestions_list(Context& context) {
  const auto id = path_id<CorpusId>(context, kCorpus);
  const Page page(context, kList);
  const auto after = page.after<corpora::Position>();
  pg::Tx tx = context.read();
  static_cast<void>(found(corpora::find(tx, context.tenant, id), context, tx, kCorpus, id.value));
  auto items = ingestions::list(tx, context.tenant, id, after, page.wanted());
  const Json next = page.cut(items, [](const ingestions::Ingestion& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200,
                        Json::object()
                            .set("ingestions", store::render::list(items, store::render::ingestion))
                            .set("nextCursor", next));
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

}  // namespace assay::handlers
