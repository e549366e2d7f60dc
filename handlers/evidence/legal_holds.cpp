// SPDX-License-Identifier: Apache-2.0
// Legal holds: lists, sets and releases them, and refuses to remove what one covers.
#include "handlers/evidence/legal_holds.hpp"

#include "db/store/evidence/retention.hpp"
#include "db/wire/render.hpp"
#include "db/wire/render_admin.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

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

}  // namespace

std::vector<erasing::Item> lock_to_remove(const Context& context, pg::Tx& tx,
                                          const DocumentId& id) {
  auto going = erasing::lock(tx, context.tenant, id);
  if (going.empty()) throw_absent(context, tx, kDocument, id.value);
  refuse_if_held(context, tx, going);
  return going;
}

Response legal_holds_list(Context& context) {
  const Page page(context, kHoldList);
  const auto after = page.after<legal_holds::Position>();
  pg::Tx tx = context.read();
  legal_holds::Filter filter;
  filter.released = flag_if_given(context.query, "released");
  filter.document = id_if_given<DocumentId>(context.query, kDocument.id_name);
  if (filter.document) refuse_foreign(context, tx, kDocument, filter.document->value);
  auto items = legal_holds::list(tx, context.tenant, filter, after, page.wanted());
  const Json next = page.cut(items, [](const legal_holds::Hold& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(
      200, Json::object()
               .set("legalHolds", store::render::list(items, store::render::legal_hold))
               .set("nextCursor", next));
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
    throw Failure(ErrorCode::Conflict, "The legal hold is released already",
                  Json::object().set("releasedAt", store::render::at(before.released_at)));
  }
  const legal_holds::Hold after = find_hold(context, tx, id);
  record_hold(context, tx, "legal_hold.release", after);
  tx.commit();
  return with_hold(200, after);
}

}  // namespace assay::handlers
