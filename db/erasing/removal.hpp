// SPDX-License-Identifier: Apache-2.0
// Removes documents, whether they are deleted, erased or forgotten by age: the documents, what goes
// with them, their work, and later their files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/states.hpp"
#include "db/store/evidence/documents.hpp"

namespace assay::erasing {

using store::archives::Item;

// Locks a document and what goes with it until the transaction ends, and takes their work from the
// queue. Returns them; empty if the document does not exist.
[[nodiscard]] std::vector<Item> lock(pg::Tx& tx, const TenantId& tenant, const DocumentId& id);

// Removes what lock() returned, from all tables but the records.
void remove(pg::Tx& tx, const TenantId& tenant, const std::vector<Item>& going);

// Queues the removal of their originals, as far as nothing else of the tenant needs them. subject:
// the document that was named.
void purge_later(pg::Tx& tx, const TenantId& tenant, const DocumentId& subject,
                 const std::vector<Item>& removed);

// An order to erase a document.
struct Order {
  DocumentId document;
  std::string reason;
  std::optional<UserId> requested_by;  // absent: the tenant's rules of retention
};
// Removes what lock() returned, and records and queues the erasure.
ErasureId erase(pg::Tx& tx, const TenantId& tenant, const Order& order,
                const std::vector<Item>& going);

// Queues the rest of an erasure: removing the files.
void queue(pg::Tx& tx, const TenantId& tenant, const ErasureId& id);

// For the entry in the trail: {originalFilename, sha256, documents, documentIds?}. documentIds are
// those that went with the document.
[[nodiscard]] Json detail_of(const DocumentId& id, const std::vector<Item>& going);

}  // namespace assay::erasing
