// SPDX-License-Identifier: Apache-2.0
// SQL of legal holds.
#include "db/store/evidence/legal_holds.hpp"

namespace assay::store::legal_holds {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT id, document_id, original_filename, reason, created_by, micros(created_at) AS created_at,
  released_by, micros(released_at) AS released_at
FROM legal_hold)sql";

// Removals share the lock, and a new hold has it alone.
constexpr Statement kLockOut{
    "legal_hold_lock_out", "SELECT pg_advisory_xact_lock(hashtextextended('holds of ' || $1, 0))"};
constexpr Statement kLockIn{
    "legal_hold_lock_in",
    "SELECT pg_advisory_xact_lock_shared(hashtextextended('holds of ' || $1, 0))"};

constexpr Statement kInsert{"legal_hold_insert", R"sql(
INSERT INTO legal_hold (tenant_id, id, document_id, original_filename, reason, created_by)
VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr Statement kFind{"legal_hold_find", {kSelect, "WHERE tenant_id = $1 AND id = $2"}};

constexpr Statement kList{"legal_hold_list", {kSelect, R"sql(
WHERE tenant_id = $1 AND ($2::boolean IS NULL OR (released_at IS NOT NULL) = $2)
  AND ($3::uuid IS NULL OR document_id = $3)
  AND ($4::bigint IS NULL OR (legal_hold.created_at, id) < (from_micros($4), $5::uuid))
ORDER BY legal_hold.created_at DESC, id DESC LIMIT $6)sql"}};

constexpr Statement kRelease{"legal_hold_release", R"sql(
UPDATE legal_hold SET released_by = $3, released_at = clock_timestamp()
WHERE tenant_id = $1 AND id = $2 AND released_at IS NULL)sql"};

constexpr Statement kCovering{"legal_hold_covering",
                              {R"sql(
WITH RECURSIVE holder AS (
  SELECT id FROM unnest($2::uuid[]) AS named (id)
  UNION
  SELECT m.archive_id FROM holder h
  JOIN archive_member m ON m.tenant_id = $1 AND m.document_id = h.id))sql",
                               kSelect, R"sql(
WHERE tenant_id = $1 AND released_at IS NULL
  AND (document_id IS NULL OR document_id IN (SELECT id FROM holder))
ORDER BY legal_hold.created_at, id)sql"}};

Hold read_hold(const pg::Row& row) {
  Hold hold;
  hold.id = row.id<LegalHoldId>("id");
  hold.document = row.optional_id<DocumentId>("document_id");
  hold.original_filename = row.optional_text("original_filename");
  hold.reason = row.text("reason");
  hold.created_by = row.id<UserId>("created_by");
  hold.created_at = row.timestamp("created_at");
  hold.released_by = row.optional_id<UserId>("released_by");
  hold.released_at = row.optional_timestamp("released_at");
  return hold;
}

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const NewHold& fresh) {
  static_cast<void>(tx.run(kLockOut, tenant));
  static_cast<void>(tx.run(kInsert, tenant, fresh.id, fresh.document, fresh.original_filename,
                           fresh.reason, fresh.created_by));
}

std::optional<Hold> find(pg::Tx& tx, const TenantId& tenant, const LegalHoldId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_hold);
}

std::vector<Hold> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                       const std::optional<Position>& after, int limit) {
  return pg::all_of(
      tx.run(kList, tenant, filter.released, filter.document,
             pg::part_of(after, &Position::created_at), pg::part_of(after, &Position::id), limit),
      read_hold);
}

bool release(pg::Tx& tx, const TenantId& tenant, const LegalHoldId& id, const UserId& by) {
  return tx.run(kRelease, tenant, id, by).affected() == 1;
}

std::vector<Hold> covering(pg::Tx& tx, const TenantId& tenant,
                           const std::vector<DocumentId>& documents) {
  return pg::all_of(tx.run(kCovering, tenant, documents), read_hold);
}

std::vector<Hold> covering_removed(pg::Tx& tx, const TenantId& tenant,
                                   const std::vector<DocumentId>& documents) {
  static_cast<void>(tx.run(kLockIn, tenant));
  return covering(tx, tenant, documents);
}

}  // namespace assay::store::legal_holds
