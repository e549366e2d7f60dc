// SPDX-License-Identifier: Apache-2.0
// Erases documents for good, and tells what went and which runs still quote it.
#include "db/store/evidence/retention.hpp"

#include "db/erasing/removal.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/evidence/legal_holds.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

namespace erasures = store::erasures;

constexpr std::string_view kErasureList = "erasures";
constexpr std::size_t kMaxReason = 500;
constexpr int kMaxQuotingRuns = 200;  // shown of one erasure

erasures::Erasure find_erasure(const Context& context, pg::Tx& tx, const ErasureId& id) {
  return found(erasures::find(tx, context.tenant, id), context, tx, kErasure, id.value);
}

// Bytes of a file in an archive are in the archive's original too.
void refuse_if_held_by_archives(const Context& context, pg::Tx& tx, const DocumentId& id) {
  const auto archives = store::archives::holding(tx, context.tenant, {id});
  if (archives.empty()) return;
  Json ids = Json::array();
  for (const DocumentId& archive : archives) ids.push(archive.value);
  throw Failure(ErrorCode::Conflict,
                "The document is a file of an archive or message, whose original holds it too. "
                "Erase that, and upload it again without this file.",
                Json::object().set("archiveIds", ids));
}

// With what only the detail shows.
Json in_full(const Context& context, pg::Tx& tx, const erasures::Erasure& erasure) {
  const auto documents = erasures::documents(tx, context.tenant, erasure.id);
  const auto quoting = erasures::quoting(tx, context.tenant, erasure.id, kMaxQuotingRuns);
  return store::render::erasure(erasure)
      .set("documents", store::render::list(documents, store::render::erased_document))
      .set("runs", store::render::list(quoting.runs, store::render::quoting_run))
      .set("runsQuoting", quoting.total)
      .set("runsSearched", quoting.searched);
}

void record_erasure(const Context& context, pg::Tx& tx, const erasures::Erasure& erasure,
                    const std::vector<erasing::Item>& going) {
  record(context, tx,
         {.action = "document.erase",
          .object_type = kDocument.name,
          .object_id = erasure.document.value,
          .detail = erasing::detail_of(erasure.document, going)
                        .set("erasureId", erasure.id.value)
                        .set("reason", erasure.reason)});
}

}  // namespace

Response documents_erase(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  const Body body(context.request, "reason");
  const std::string reason = body.text("reason", kMaxReason);
  pg::Tx tx = context.write();
  const auto going = lock_to_remove(context, tx, id);
  refuse_if_held_by_archives(context, tx, id);
  const ErasureId made =
      erasing::erase(tx, context.tenant, {id, reason, context.session.user}, going);
  const erasures::Erasure erasure = find_erasure(context, tx, made);
  const Json shown = in_full(context, tx, erasure);
  record_erasure(context, tx, erasure, going);
  tx.commit();
  return Response::json(202, Json::object().set("erasure", shown));
}

Response erasures_list(Context& context) {
  const Page page(context, kErasureList);
  const auto after = page.after<erasures::Position>();
  pg::Tx tx = context.read();
  erasures::Filter filter;
  filter.status = state_if_given<ErasureStatus>(context.query, "status");
  filter.document = id_if_given<DocumentId>(context.query, kDocument.id_name);
  if (filter.document) refuse_foreign(context, tx, kDocument, filter.document->value);
  auto items = erasures::list(tx, context.tenant, filter, after, page.wanted());
  const Json next = page.cut(items, [](const erasures::Erasure& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200,
                        Json::object()
                            .set("erasures", store::render::list(items, store::render::erasure))
                            .set("nextCursor", next));
}

Response erasures_get(Context& context) {
  const auto id = path_id<ErasureId>(context, kErasure);
  pg::Tx tx = context.read();
  return Response::json(200, in_full(context, tx, find_erasure(context, tx, id)));
}

Response erasures_retry(Context& context) {
  const auto id = path_id<ErasureId>(context, kErasure);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  const erasures::Erasure before = find_erasure(context, tx, id);
  if (!erasures::reset(tx, context.tenant, id)) {
    throw Failure(ErrorCode::Conflict, "Only a FAILED erasure can be tried again",
                  Json::object().set("status", to_text(before.status)));
  }
  erasing::queue(tx, context.tenant, id);
  const Json shown = store::render::erasure(find_erasure(context, tx, id));
  record(context, tx,
         {.action = "erasure.retry",
          .object_type = kErasure.name,
          .object_id = id.value,
          .detail = Json::object().set("failureReason", before.failure_reason)});
  tx.commit();
  return Response::json(202, Json::object().set("erasure", shown));
}

}  // namespace assay::handlers
