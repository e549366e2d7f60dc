// SPDX-License-Identifier: Apache-2.0
// Applies a tenant's rules of retention, document by document: each is one transaction, so that an
// interrupted job loses nothing and a hold that is set meanwhile counts.
#include <string>

#include "core/trace/log.hpp"
#include "db/erasing/removal.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/evidence/retention.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"

namespace assay::jobs {
namespace {

namespace retention = store::retention;

void append_erased(const JobContext& context, pg::Tx& tx, const DocumentId& id,
                   const std::vector<erasing::Item>& going, const erasing::Order& order,
                   const ErasureId& erasure) {
  store::audit::Event event;
  event.action = "document.erase";
  event.object_type = "document";
  event.object_id = id.value;
  event.detail = erasing::detail_of(id, going)
                     .set("erasureId", erasure.value)
                     .set("reason", order.reason)
                     .canonical();
  store::audit::append(tx, context.tenant(), event);
}

// False if a hold covers something that would go with the document, or it is gone already.
bool erase(const JobContext& context, pg::Tx& tx, const DocumentId& id) {
  const auto going = erasing::lock(tx, context.tenant(), id);
  if (going.empty()) return false;
  std::vector<DocumentId> ids;
  for (const erasing::Item& item : going) ids.push_back(item.id);
  if (!store::legal_holds::covering_removed(tx, context.tenant(), ids).empty()) return false;
  const auto days = retention::find(tx, context.tenant()).document_days;
  if (!days) return false;
  const erasing::Order order{
      id, "Retention: uploaded more than " + std::to_string(*days) + " days ago", std::nullopt};
  const ErasureId erasure = erasing::erase(tx, context.tenant(), order, going);
  append_erased(context, tx, id, going, order, erasure);
  return true;
}

std::size_t erase_documents(const JobContext& context) {
  std::size_t erased = 0;
  std::optional<retention::Position> place;
  for (;;) {
    context.give_way();
    place = context.reading(
        [&](pg::Tx& tx) { return retention::next_document(tx, context.tenant(), place); });
    if (!place) return erased;
    pg::Tx tx(context.connection(), pg::Access::ReadWrite, context.tenant());
    if (!store::work::hold(tx, context.claim())) throw ClaimLost();
    // Not committed, so what is held keeps its work, which lock() took from the queue.
    if (!erase(context, tx, place->id)) continue;
    context.progressed(tx);
    tx.commit();
    ++erased;
  }
}

std::size_t take_exports(const JobContext& context) {
  std::vector<retention::DueExport> taken;
  context.fenced([&](pg::Tx& tx) {
    taken = retention::take_exports(tx, context.tenant());
    if (taken.empty()) return;
    Json hashes = Json::array();
    Json ids = Json::array();
    for (const retention::DueExport& one : taken) {
      hashes.push(one.sha256);
      ids.push(one.id.value);
    }
    // An item of its own, so that no file is forgotten if this one ends early.
    store::work::enqueue(tx, context.tenant(), store::work::Kind::Purge, new_uuid(), 0,
                         Json::object().set("sha256", hashes));
    store::audit::Event event;
    event.action = "export.expire";
    event.object_type = "retention";
    event.object_id = context.tenant().value;
    event.detail = Json::object().set("exportIds", ids).canonical();
    store::audit::append(tx, context.tenant(), event);
  });
  return taken.size();
}

}  // namespace

void apply_retention(const JobContext& context) {
  const std::size_t documents = erase_documents(context);
  const std::size_t exports = take_exports(context);
  context.fenced([&](pg::Tx& tx) { context.finish(tx); });
  log::info("retention_applied", {{"documents", documents}, {"exports", exports}});
}

}  // namespace assay::jobs
