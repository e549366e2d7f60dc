// SPDX-License-Identifier: Apache-2.0
// Erases documents for good, and shows what was removed and which runs still quote it. Legal holds:
// lists, sets and releases them, and refuses to remove what one covers.
#include "handlers/evidence/erasures.hpp"

#include "db/erasing/removal.hpp"
#include "db/store/evidence/retention.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace legal_holds = store::legal_holds;

constexpr std::string_view kHoldList = "legalHolds";
constexpr std::size_t kMaxHoldReason = 500;

legal_holds::Hold find_hold(const Context& context, pg::Tx& tx, const LegalHoldId& id) {
  return found(legal_holds::find(tx, context.tenant, id), context, tx, kLegalHold, id.value);
}

void refuse_if_held(const Context& context, pg::Tx& tx, const std::vector<erasing::Item>& going) {
  std::vector<DocumentId> ids;
  ids.reserve(going.size());
  for (const erasing::Item& item : going) ids.push_back(item.id);
  const auto holds = legal_holds::covering_removed(tx, context.tenant, ids);
  if (holds.empty()) return;
  throw Failure(
      ErrorCode::Conflict, "A legal hold forbids this: " + holds.front().reason,
      Json::object().set("legalHolds", store::render::list(holds, store::render::legal_hold)));
}

void record_hold(const Context& context, pg::Tx& tx, std::string_view action,
                 const legal_holds::Hold& hold) {
  record(context, tx,
         {.action = action,
          .object_type = kLegalHold.name,
          .object_id = hold.id.value,
          .detail = Json::object()
                        .set("documentId", store::render::id(hold.document))
                        .set("originalFilename", hold.original_filename)
                        .set("reason", hold.reason)});
}

Response with_hold(int status, const legal_holds::Hold& hold) {
  return Response::json(status, Json::object().set("legalHold", store::render::legal_hold(hold)));
}

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

// Includes the members that only the detail view shows.
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

std::vector<erasing::Item> lock_to_remove(const Context& context, pg::Tx& tx,
                                          const DocumentId& id) {
  auto going = erasing::lock(tx, context.tenant, id);
  if (going.empty()) throw_absent(context, tx, kDocument, id.value);
  refuse_if_held(context, tx, going);
  return going;
}

Response legal_holds_list(Context& context) {
  const Page page(context, kHoldList, legal_holds::kOrders);
  pg::Tx tx = context.read();
  legal_holds::Filter filter;
  filter.released = flag_if_given(context.query, "released");
  filter.document = id_if_given<DocumentId>(context.query, kDocument.id_name);
  if (filter.document) refuse_foreign(context, tx, kDocument, filter.document->value);
  const auto items = legal_holds::list(tx, context.tenant, filter, page.part());
  return Response::json(
      200, Json::object()
               .set("legalHolds", store::render::list(items.rows, store::render::legal_hold))
               .set("nextCursor", page.next(items)));
}

Response legal_holds_create(Context& context) {
  const Body body(context.request, "documentId reason");
  legal_holds::NewHold fresh;
  fresh.id = LegalHoldId::fresh();
  fresh.reason = body.text("reason", kMaxHoldReason);
  fresh.created_by = context.session.user;
  const auto named = body.optional_text("documentId", kMaxHoldReason);
  pg::Tx tx = context.write();
  if (named) {
    fresh.document = DocumentId::parse(*named);
    if (!fresh.document) throw Failure(not_found(kDocument.title, kDocument.id_name, *named));
    fresh.original_filename = found(store::documents::find(tx, context.tenant, *fresh.document),
                                    context, tx, kDocument, *named)
                                  .original_filename;
  }
  legal_holds::insert(tx, context.tenant, fresh);
  // Removed while insert() waited: a hold on nothing would promise what it cannot keep.
  if (fresh.document) {
    static_cast<void>(found(store::documents::find(tx, context.tenant, *fresh.document), context,
                            tx, kDocument, fresh.document->value));
  }
  const legal_holds::Hold made = find_hold(context, tx, fresh.id);
  record_hold(context, tx, "legal_hold.create", made);
  tx.commit();
  return with_hold(201, made);
}

Response legal_holds_get(Context& context) {
  const auto id = path_id<LegalHoldId>(context, kLegalHold);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::legal_hold(find_hold(context, tx, id)));
}

Response legal_holds_release(Context& context) {
  const auto id = path_id<LegalHoldId>(context, kLegalHold);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  const legal_holds::Hold before = find_hold(context, tx, id);
  if (!legal_holds::release(tx, context.tenant, id, context.session.user)) {
    throw Failure(ErrorCode::Conflict, "The legal hold has already been released",
                  Json::object().set("releasedAt", store::render::at(before.released_at)));
  }
  const legal_holds::Hold after = find_hold(context, tx, id);
  record_hold(context, tx, "legal_hold.release", after);
  tx.commit();
  return with_hold(200, after);
}

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
  const Page page(context, kErasureList, erasures::kOrders);
  pg::Tx tx = context.read();
  erasures::Filter filter;
  filter.status = state_if_given<ErasureStatus>(context.query, "status");
  filter.document = id_if_given<DocumentId>(context.query, kDocument.id_name);
  if (filter.document) refuse_foreign(context, tx, kDocument, filter.document->value);
  const auto items = erasures::list(tx, context.tenant, filter, page.part());
  return Response::json(
      200, Json::object()
               .set("erasures", store::render::list(items.rows, store::render::erasure))
               .set("nextCursor", page.next(items)));
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
