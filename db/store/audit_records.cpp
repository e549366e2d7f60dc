// SPDX-License-Identifier: Apache-2.0
// Compares runs and reviews with the entries of their making.
#include "db/store/audit_records.hpp"

#include <optional>

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
    WHERE t.action = 'assessment.review' AND t.detail ->> 'reviewId' = w.id::text))
SELECT sequence, id, reason FROM changed ORDER BY sequence, reason LIMIT 1)sql"};

std::optional<Break> first_record_changed(pg::Tx& tx, const TenantId& tenant) {
  const pg::Rows rows = tx.run(kFirstChanged, tenant);
  if (rows.empty()) return std::nullopt;
  return Break{rows[0].integer("sequence"), rows[0].optional_text("id"), rows[0].text("reason")};
}

}  // namespace

ChainVerdict verify_trail(pg::Tx& tx, const TenantId& tenant, std::span<const Witness> witnesses) {
  ChainVerdict verdict = verify_chain(tx, tenant, witnesses);
  if (!verdict.first_broken) verdict.first_broken = first_record_changed(tx, tenant);
  return verdict;
}

}  // namespace assay::store::audit
