// SPDX-License-Identifier: Apache-2.0
// Compares runs, reviews and standing results with the entries of their making.
#include "db/store/audit_records.hpp"

#include <optional>

#include "core/json/json.hpp"
#include "db/store/frozen.hpp"
#include "db/store/run_digests.hpp"

namespace assay::store::audit {
namespace {

// Entries of earlier releases name no snapshot or no note.
constexpr pg::Statement kFirstChanged{"audit_first_record_changed", R"sql(
WITH told AS MATERIALIZED (
  SELECT sequence, id, action, run_id, detail::jsonb AS detail FROM audit_log
  WHERE tenant_id = $1 AND outcome = 'allow' AND action IN ('run.completed', 'assessment.review')),
changed AS (
  SELECT t.sequence, t.id, CASE WHEN r.id IS NULL THEN 'the run that it completed is gone'
    ELSE 'the run that it completed has another snapshot hash' END AS reason
  FROM told t LEFT JOIN run r ON r.tenant_id = $1 AND r.id = t.run_id
  WHERE t.action = 'run.completed' AND (r.id IS NULL
    OR (t.detail ? 'snapshotHash' AND t.detail ->> 'snapshotHash' IS DISTINCT FROM r.snapshot_hash))
  UNION ALL
  SELECT t.sequence, t.id, CASE WHEN w.id IS NULL THEN 'the review that it records is gone'
    ELSE 'the review that it records is another now' END
  FROM told t
  LEFT JOIN assessment_review w ON w.tenant_id = $1 AND w.id::text = t.detail ->> 'reviewId'
  WHERE t.action = 'assessment.review' AND (w.id IS NULL
    OR w.verdict <> t.detail ->> 'verdict' OR w.status <> t.detail ->> 'status'
    OR (t.detail ? 'noteSha256' AND t.detail ->> 'noteSha256'
        IS DISTINCT FROM encode(sha256(convert_to(w.note, 'UTF8')), 'hex')))
  UNION ALL
  SELECT 0, NULL, 'no entry records the review ' || w.id
  FROM assessment_review w
  WHERE w.tenant_id = $1 AND NOT EXISTS (
    SELECT FROM told t
    WHERE t.action = 'assessment.review' AND t.detail ->> 'reviewId' = w.id::text)
  UNION ALL
  SELECT 0, NULL, 'no entry records the completion of the run ' || r.id
  FROM run r
  WHERE r.tenant_id = $1 AND r.status = 'COMPLETED' AND NOT EXISTS (
    SELECT FROM told t WHERE t.action = 'run.completed' AND t.run_id = r.id))
SELECT sequence, id, reason FROM changed ORDER BY sequence, reason LIMIT 1)sql"};

// A run that completes replaces the standing results of its requirements before its entry is
// written, so the order of entries is the order of replacements. Citations are read as text: the
// JSON that somebody put there may be none.
constexpr pg::Statement kStandingChanged{"audit_standing_changed", R"sql(
WITH completed AS MATERIALIZED (
  SELECT sequence, run_id FROM audit_log
  WHERE tenant_id = $1 AND outcome = 'allow' AND action = 'run.completed'),
due AS MATERIALIZED (
  SELECT DISTINCT ON (q.pack_id, q.requirement_id) q.pack_id, q.requirement_id,
    a.id AS assessment_id, a.run_id
  FROM completed c
  JOIN assessment a ON a.tenant_id = $1 AND a.run_id = c.run_id
  JOIN requirement q ON q.id = a.requirement_record_id
  ORDER BY q.pack_id, q.requirement_id, c.sequence DESC),
cited AS (
  SELECT DISTINCT d.pack_id, d.requirement_id, m[1] AS document_id
  FROM due d JOIN assessment a ON a.tenant_id = $1 AND a.id = d.assessment_id
  CROSS JOIN regexp_matches(a.citations, '"documentId":"([^"]*)"', 'g') AS m),
stands_on AS (
  SELECT pack_id, requirement_id, document_id::text AS document_id
  FROM standing_citation WHERE tenant_id = $1)
SELECT 'the standing result of requirement ' || requirement_id
  || ' is not that of the run that completed last' AS reason
FROM due d FULL JOIN (SELECT * FROM standing_assessment WHERE tenant_id = $1) s
  USING (pack_id, requirement_id)
WHERE (d.assessment_id, d.run_id) IS DISTINCT FROM (s.assessment_id, s.run_id)
UNION ALL
SELECT 'the documents that requirement ' || requirement_id
  || ' stands on are not those that its standing result cites'
FROM cited c FULL JOIN stands_on s USING (pack_id, requirement_id, document_id)
WHERE c IS NULL OR s IS NULL
ORDER BY reason LIMIT 1)sql"};

constexpr pg::Statement kNewestCompleted{"audit_newest_completed", R"sql(
SELECT sequence, id, run_id, detail FROM audit_log
WHERE tenant_id = $1 AND outcome = 'allow' AND action = 'run.completed'
ORDER BY sequence DESC LIMIT $2)sql"};

std::optional<Break> first_record_changed(pg::Tx& tx, const TenantId& tenant) {
  const pg::Rows rows = tx.run(kFirstChanged, tenant);
  if (rows.empty()) return std::nullopt;
  return Break{rows[0].integer("sequence"), rows[0].optional_text("id"), rows[0].text("reason")};
}

std::optional<Break> standing_changed(pg::Tx& tx, const TenantId& tenant) {
  const pg::Rows rows = tx.run(kStandingChanged, tenant);
  if (rows.empty()) return std::nullopt;
  return Break{0, std::nullopt, rows[0].text("reason")};
}

// The first difference between a run's records and what was recorded of them; "" for none. detail:
// of the entry of its completion. Entries of earlier releases have no digests.
std::string changed_in_run(pg::Tx& tx, const TenantId& tenant, const RunId& id,
                           const Json& detail) try {
  const Json digests = detail.get("digests");
  if (digests.is_object()) return run_digests::changed(tx, tenant, id, digests);
  const auto run = runs::find(tx, tenant, id);
  if (!run) return "the run that it completed is gone";
  if (!run->snapshot_hash && !detail.get("snapshotHash").as_string()) return "";
  const auto fault = frozen::fault_in_records(tx, *run);
  return fault ? fault->details.get("issue").as_string().value_or(fault->message) : "";
} catch (const pg::UnreadableColumn& error) {
  return std::string("a record of the run cannot be read: ") + error.what();
}

std::optional<Break> first_run_changed(pg::Tx& tx, const TenantId& tenant, std::int64_t runs) {
  for (const pg::Row row : tx.run(kNewestCompleted, tenant, runs)) {
    const Json detail = Json::parse(row.optional_text("detail").value_or("null")).value_or(Json());
    const auto run = row.id<RunId>("run_id");
    const std::string changed = changed_in_run(tx, tenant, run, detail);
    if (changed.empty()) continue;
    return Break{row.integer("sequence"), row.text("id"), "run " + run.value + ": " + changed};
  }
  return std::nullopt;
}

}  // namespace

ChainVerdict verify_trail(pg::Tx& tx, const TenantId& tenant, std::span<const Witness> witnesses,
                          std::int64_t runs) {
  ChainVerdict verdict = verify_chain(tx, tenant, witnesses);
  auto& broken = verdict.first_broken;
  if (!broken) broken = first_record_changed(tx, tenant);
  if (!broken) broken = first_run_changed(tx, tenant, runs);
  if (!broken) broken = standing_changed(tx, tenant);
  return verdict;
}

}  // namespace assay::store::audit
