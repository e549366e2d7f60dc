// SPDX-License-Identifier: Apache-2.0
// Locks in the order in which workers do, then removes.
#include "db/erasing/removal.hpp"

#include <algorithm>

#include "db/store/evidence/documents.hpp"
#include "db/store/evidence/retention.hpp"
#include "db/store/work/queue.hpp"

namespace assay::erasing {
namespace {

namespace archives = store::archives;
namespace documents = store::documents;
namespace work = store::work;

std::vector<DocumentId> ids_of(const std::vector<Item>& items) {
  std::vector<DocumentId> ids;
  ids.reserve(items.size());
  for (const Item& item : items) ids.push_back(item.id);
  return ids;
}

void drop_work(pg::Tx& tx, const TenantId& tenant, const std::vector<Item>& items) {
  for (const Item& item : items) work::drop(tx, tenant, work::Kind::Document, item.id.value);
}

const Item& named(const DocumentId& id, const std::vector<Item>& going) {
  return *std::ranges::find(going, id, &Item::id);
}

}  // namespace

std::vector<Item> lock(pg::Tx& tx, const TenantId& tenant, const DocumentId& id) {
  // A worker locks its item, then the document. In the reverse order, each would wait for the
  // other.
  const std::vector<Item> expected = archives::going_with(tx, tenant, id);
  drop_work(tx, tenant, expected);
  if (!documents::lock(tx, tenant, id)) return {};
  archives::lock_members(tx, tenant, ids_of(expected));
  // Read again under the locks. Meanwhile the archive's worker may have linked its files, and
  // another archive may hold some of them by now. Those stay and need their work again.
  std::vector<Item> going = archives::going_with(tx, tenant, id);
  drop_work(tx, tenant, going);
  for (const Item& item : expected) {
    if (std::ranges::find(going, item.id, &Item::id) != going.end()) continue;
    work::enqueue(tx, tenant, work::Kind::Document, item.id.value);
  }
  return going;
}

void remove(pg::Tx& tx, const TenantId& tenant, const std::vector<Item>& going) {
  documents::remove(tx, tenant, ids_of(going));
}

void purge_later(pg::Tx& tx, const TenantId& tenant, const DocumentId& subject,
                 const std::vector<Item>& removed) {
  Json list = Json::array();
  for (const Item& item : removed) {
    if (!documents::uses_blob(tx, tenant, item.sha256)) list.push(item.sha256);
  }
  work::enqueue(tx, tenant, work::Kind::Purge, subject.value, 0,
                Json::object().set("sha256", list));
}

ErasureId erase(pg::Tx& tx, const TenantId& tenant, const Order& order,
                const std::vector<Item>& going) {
  ErasureId id = ErasureId::fresh();
  const std::string& name = named(order.document, going).original_filename;
  store::erasures::insert(tx, tenant, {id, order.document, name, order.reason, order.requested_by},
                          going);
  remove(tx, tenant, going);
  queue(tx, tenant, id);
  return id;
}

void queue(pg::Tx& tx, const TenantId& tenant, const ErasureId& id) {
  work::enqueue(tx, tenant, work::Kind::Purge, id.value, 0,
                Json::object().set("erasureId", id.value));
}

Json detail_of(const DocumentId& id, const std::vector<Item>& going) {
  const Item& document = named(id, going);
  Json detail = Json::object()
                    .set("originalFilename", document.original_filename)
                    .set("sha256", document.sha256)
                    .set("documents", going.size());
  Json with_it = Json::array();
  for (const Item& item : going) {
    if (item.id != id) with_it.push(item.id.value);
  }
  if (with_it.size() > 0) detail.set("documentIds", with_it);
  return detail;
}

}  // namespace assay::erasing
