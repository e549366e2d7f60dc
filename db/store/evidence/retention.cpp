// SPDX-License-Identifier: Apache-2.0
// SQL of legal holds and of the rules of retention. Erasures are in erasures.cpp.
#include "db/store/evidence/retention.hpp"

namespace assay::store::retention {
namespace {

using pg::Statement;

constexpr Statement kFind{"retention_find", R"sql(
SELECT document_days, export_days, updated_by, micros(updated_at) AS updated_at,
  micros(updated_at + interval '1 day') AS applied_from
FROM retention WHERE tenant_id = $1)sql"};

constexpr Statement kPut{"retention_put", R"sql(
INSERT INTO retention (tenant_id, document_days, export_days, updated_by)
VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id) DO UPDATE SET document_days = EXCLUDED.document_days,
  export_days = EXCLUDED.export_days, updated_by = EXCLUDED.updated_by,
  updated_at = EXCLUDED.updated_at)sql"};

// The rules in force; then, rules that are given.
constexpr std::string_view kInForce = R"sql(
WITH rules AS (
  SELECT document_days, export_days FROM retention
  WHERE tenant_id = $1 AND updated_at + interval '1 day' <= statement_timestamp()))sql";

constexpr std::string_view kGiven = R"sql(
WITH rules AS (SELECT $2::integer AS document_days, $3::integer AS export_days))sql";

constexpr std::string_view kDueDocuments = R"sql(
FROM rules r JOIN document d ON d.tenant_id = $1
  AND d.uploaded_at < statement_timestamp() - r.document_days * interval '1 day'
WHERE d.uploaded_itself
  AND NOT EXISTS (SELECT FROM legal_hold h WHERE h.tenant_id = $1 AND h.released_at IS NULL
    AND (h.document_id IS NULL OR h.document_id = d.id))
  AND NOT EXISTS (SELECT FROM archive_member m WHERE m.tenant_id = $1 AND m.document_id = d.id)
  AND NOT EXISTS (SELECT FROM run_document p
    JOIN run n ON n.tenant_id = p.tenant_id AND n.id = p.run_id
    WHERE p.tenant_id = $1 AND p.document_id = d.id AND n.status IN ('QUEUED', 'IN_PROGRESS')))sql";

constexpr std::string_view kDueExports = R"sql(
FROM rules r JOIN export x ON x.tenant_id = $1
  AND x.completed_at < statement_timestamp() - r.export_days * interval '1 day'
WHERE NOT EXISTS (SELECT FROM erased_export e WHERE e.tenant_id = $1 AND e.export_id = x.id)
  AND NOT EXISTS (SELECT FROM legal_hold h
    WHERE h.tenant_id = $1 AND h.released_at IS NULL AND h.document_id IS NULL))sql";

constexpr Statement kCountDocuments{"retention_count_documents",
                                    {kGiven, "SELECT count(*) AS total", kDueDocuments}};
constexpr Statement kCountExports{"retention_count_exports",
                                  {kGiven, "SELECT count(*) AS total", kDueExports}};

constexpr Statement kNext{
    "retention_next_document",
    {kInForce, "SELECT d.id, micros(d.uploaded_at) AS uploaded_at", kDueDocuments, R"sql(
  AND ($2::bigint IS NULL OR (d.uploaded_at, d.id) > (from_micros($2), $3::uuid))
ORDER BY d.uploaded_at, d.id LIMIT 1)sql"}};

constexpr Statement kTakeExports{"retention_take_exports",
                                 {kInForce, R"sql(,
due AS (SELECT x.id, x.sha256)sql",
                                  kDueExports, R"sql(),
taken AS (
  INSERT INTO erased_export (tenant_id, export_id) SELECT $1, id FROM due
  ON CONFLICT (tenant_id, export_id) DO NOTHING RETURNING export_id)
SELECT d.id, d.sha256 FROM taken t JOIN due d ON d.id = t.export_id ORDER BY d.id)sql"}};

constexpr Statement kQueueDue{"retention_queue_due", "SELECT queue_due_retention() AS total"};

}  // namespace

Rules find(pg::Tx& tx, const TenantId& tenant) {
  const auto read = [](const pg::Row& row) {
    return Rules{row.optional_integer("document_days"), row.optional_integer("export_days"),
                 row.optional_id<UserId>("updated_by"), row.optional_timestamp("updated_at"),
                 row.optional_timestamp("applied_from")};
  };
  return pg::first_of(tx.run(kFind, tenant), read).value_or(Rules{});
}

void put(pg::Tx& tx, const TenantId& tenant, const Rules& rules, const UserId& by) {
  static_cast<void>(tx.run(kPut, tenant, rules.document_days, rules.export_days, by));
}

Due count_due(pg::Tx& tx, const TenantId& tenant, const Rules& rules) {
  const auto count = [&](const Statement& statement) {
    return pg::total_of(tx.run(statement, tenant, rules.document_days, rules.export_days));
  };
  return {count(kCountDocuments), count(kCountExports)};
}

std::optional<Position> next_document(pg::Tx& tx, const TenantId& tenant,
                                      const std::optional<Position>& after) {
  return pg::first_of(tx.run(kNext, tenant, pg::part_of(after, &Position::uploaded_at),
                             pg::part_of(after, &Position::id)),
                      [](const pg::Row& row) {
                        return Position{row.timestamp("uploaded_at"), row.id<DocumentId>("id")};
                      });
}

std::vector<DueExport> take_exports(pg::Tx& tx, const TenantId& tenant) {
  return pg::all_of(tx.run(kTakeExports, tenant), [](const pg::Row& row) {
    return DueExport{row.id<ExportId>("id"), row.text("sha256")};
  });
}

std::int64_t queue_due(pg::Tx& tx) {
  return pg::total_of(tx.run(kQueueDue));
}

}  // namespace assay::store::retention

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

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "legal_hold_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
WHERE tenant_id = $1 AND ($2::boolean IS NULL OR (released_at IS NOT NULL) = $2)
  AND ($3::uuid IS NULL OR document_id = $3))sql",
                                     .id = "id",
                                     .parameters = 3,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kRelease{"legal_hold_release", R"sql(
UPDATE legal_hold SET released_by = $3, released_at = statement_timestamp()
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

pg::PartOf<Hold> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                      const pg::Part& part) {
  return ordered().rows(tx, part, read_hold, tenant, filter.released, filter.document);
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
