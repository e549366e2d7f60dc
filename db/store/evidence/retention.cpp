// SPDX-License-Identifier: Apache-2.0
// SQL of the rules of retention.
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
  updated_at = clock_timestamp())sql"};

// The rules in force; then, rules that are given.
constexpr std::string_view kInForce = R"sql(
WITH rules AS (
  SELECT document_days, export_days FROM retention
  WHERE tenant_id = $1 AND updated_at + interval '1 day' <= clock_timestamp()))sql";

constexpr std::string_view kGiven = R"sql(
WITH rules AS (SELECT $2::integer AS document_days, $3::integer AS export_days))sql";

constexpr std::string_view kDueDocuments = R"sql(
FROM rules r JOIN document d ON d.tenant_id = $1
  AND d.uploaded_at < clock_timestamp() - r.document_days * interval '1 day'
WHERE d.uploaded_itself
  AND NOT EXISTS (SELECT FROM legal_hold h WHERE h.tenant_id = $1 AND h.released_at IS NULL
    AND (h.document_id IS NULL OR h.document_id = d.id))
  AND NOT EXISTS (SELECT FROM archive_member m WHERE m.tenant_id = $1 AND m.document_id = d.id)
  AND NOT EXISTS (SELECT FROM run_document p
    JOIN run n ON n.tenant_id = p.tenant_id AND n.id = p.run_id
    WHERE p.tenant_id = $1 AND p.document_id = d.id AND n.status IN ('QUEUED', 'IN_PROGRESS')))sql";

constexpr std::string_view kDueExports = R"sql(
FROM rules r JOIN export x ON x.tenant_id = $1
  AND x.completed_at < clock_timestamp() - r.export_days * interval '1 day'
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
