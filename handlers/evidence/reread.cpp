// SPDX-License-Identifier: Apache-2.0
// Has documents read again by today's reader: one, or all that a filter names.
#include <array>
#include <string>

#include "core/extract/extract_types.hpp"
#include "db/store/evidence/content.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/work/queue.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

namespace documents = store::documents;
namespace rereadings = store::rereadings;

constexpr std::size_t kMaxCode = 50;

// What is chosen is locked, and in a way that lets the pipeline add pages: documents::lock() would
// deadlock with it.
documents::Document find(const Context& context, pg::Tx& tx, const DocumentId& id) {
  return found(documents::find(tx, context.tenant, id), context, tx, kDocument, id.value);
}

// Returns how many were queued.
std::size_t queue_rereading(const Context& context, pg::Tx& tx, const rereadings::Chosen& chosen) {
  rereadings::request(tx, context.tenant, chosen.ready, context.session.user);
  rereadings::restart(tx, context.tenant, chosen.failed);
  store::work::enqueue_rereading(tx, context.tenant, chosen.ready);
  store::work::enqueue_rereading(tx, context.tenant, chosen.failed);
  return chosen.ready.size() + chosen.failed.size();
}

rereadings::Filter reread_filter(const Body& body) {
  rereadings::Filter filter;
  if (const auto status = body.optional_text("status", kMaxCode)) {
    constexpr std::array<std::string_view, 2> kEnds{"READY", "FAILED"};
    require_word("status", *status, kEnds);
    filter.status = from_text<DocumentStatus>(*status);
  }
  filter.failure_code = body.optional_text("failureCode", kMaxCode);
  if (filter.failure_code && filter.status == DocumentStatus::Ready) {
    refuse_field("failureCode", "is only allowed with the status FAILED");
  }
  if (body.optional_flag("olderThanReader").value_or(false)) {
    filter.before_version = kReaderVersion;
  }
  return filter;
}

}  // namespace

Response documents_reread(Context& context) {
  const auto id = path_id<DocumentId>(context, kDocument);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  const documents::Document before = find(context, tx, id);
  rereadings::Filter filter;
  filter.document = id;
  if (queue_rereading(context, tx, rereadings::choose(tx, context.tenant, filter)) == 0) {
    throw Failure(ErrorCode::Conflict,
                  "Only a READY document with text, or a FAILED one, can be read again",
                  Json::object().set("status", to_text(before.status)));
  }
  const documents::Document after = find(context, tx, id);
  record(context, tx,
         {.action = "document.reread",
          .object_type = "document",
          .object_id = id.value,
          .detail = Json::object()
                        .set("status", to_text(before.status))
                        .set("readerVersion", before.reader_version)});
  tx.commit();
  return Response::json(202, Json::object().set("document", store::render::document(after)));
}

Response documents_reread_many(Context& context) {
  const Body body(context.request, "olderThanReader status failureCode");
  const bool dry_run = flag_of(context.query, "dryRun");
  const rereadings::Filter filter = reread_filter(body);
  if (dry_run) {
    pg::Tx tx = context.read();
    const std::int64_t count = rereadings::count(tx, context.tenant, filter);
    return Response::json(200, Json::object().set("queued", count).set("dryRun", true));
  }
  pg::Tx tx = context.write();
  const std::size_t queued =
      queue_rereading(context, tx, rereadings::choose(tx, context.tenant, filter));
  record(context, tx,
         {.action = "document.reread",
          .object_type = "tenant",
          .object_id = context.tenant.value,
          .detail = Json::object()
                        .set("queued", queued)
                        .set("olderThanReader", filter.before_version.has_value())
                        .set("status", body.value("status"))
                        .set("failureCode", filter.failure_code)});
  tx.commit();
  return Response::json(202, Json::object().set("queued", queued).set("dryRun", false));
}

}  // namespace assay::handlers
