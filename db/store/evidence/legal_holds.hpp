// SPDX-License-Identifier: Apache-2.0
// Legal holds: while one stands, what it covers is not deleted, erased or forgotten by age.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/erasing.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::legal_holds {

struct Hold {
  LegalHoldId id;
  std::optional<DocumentId> document;  // absent: everything of the tenant
  std::optional<std::string> original_filename;
  std::string reason;
  UserId created_by;
  Timestamp created_at;
  std::optional<UserId> released_by;
  std::optional<Timestamp> released_at;
};

// A hold as it is set; the document is named as it is called now.
struct NewHold {
  LegalHoldId id;
  std::optional<DocumentId> document;
  std::optional<std::string> original_filename;
  std::string reason;
  UserId created_by;
};
// Waits for removals in progress, so that none of them overlooks the hold.
void insert(pg::Tx& tx, const TenantId& tenant, const NewHold& fresh);
[[nodiscard]] std::optional<Hold> find(pg::Tx& tx, const TenantId& tenant, const LegalHoldId& id);

struct Filter {
  std::optional<bool> released;
  std::optional<DocumentId> document;  // on this document itself
};
struct Position {
  Timestamp created_at;
  LegalHoldId id;
};
// Newest first.
[[nodiscard]] std::vector<Hold> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                     const std::optional<Position>& after, int limit);
// false if it is released already.
[[nodiscard]] bool release(pg::Tx& tx, const TenantId& tenant, const LegalHoldId& id,
                           const UserId& by);

// The holds that stand on one of these documents, on an archive or message that holds one, or on
// everything; oldest first.
[[nodiscard]] std::vector<Hold> covering(pg::Tx& tx, const TenantId& tenant,
                                         const std::vector<DocumentId>& documents);
// The same for a transaction that removes them: no hold is set until it ends.
[[nodiscard]] std::vector<Hold> covering_removed(pg::Tx& tx, const TenantId& tenant,
                                                 const std::vector<DocumentId>& documents);

}  // namespace assay::store::legal_holds
