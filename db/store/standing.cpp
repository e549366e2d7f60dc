// SPDX-License-Identifier: Apache-2.0
// SQL of standing assessments.
#include "db/store/standing.hpp"

namespace assay::store::standing {
namespace {

using pg::Statement;

// Rows are written in a fixed order, so that two runs of a pack that complete at once cannot
// deadlock.
constexpr Statement kReplace{"standing_replace", R"sql(
INSERT INTO standing_assessment AS s (tenant_id, pack_id, requirement_id, assessment_id, run_id)
SELECT a.tenant_id, q.pack_id, q.requirement_id, a.id, a.run_id
FROM assessment a JOIN requirement q ON q.id = a.requirement_record_id
WHERE a.tenant_id = $1 AND a.run_id = $2 ORDER BY q.requirement_id
ON CONFLICT (tenant_id, pack_id, requirement_id) DO UPDATE
SET assessment_id = excluded.assessment_id, run_id = excluded.run_id)sql"};

constexpr Statement kForget{"standing_forget_citations", R"sql(
DELETE FROM standing_citation c USING standing_assessment s
WHERE s.tenant_id = $1 AND s.run_id = $2 AND c.tenant_id = s.tenant_id AND c.pack_id = s.pack_id
  AND c.requirement_id = s.requirement_id)sql"};

constexpr Statement kCite{"standing_cite", R"sql(
INSERT INTO standing_citation (tenant_id, document_id, pack_id, requirement_id)
SELECT DISTINCT s.tenant_id, (c.value ->> 'documentId')::uuid, s.pack_id, s.requirement_id
FROM standing_assessment s
JOIN assessment a ON a.tenant_id = s.tenant_id AND a.id = s.assessment_id
CROSS JOIN json_array_elements(a.citations::json) c
WHERE s.tenant_id = $1 AND s.run_id = $2)sql"};

}  // namespace

void replace_by(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  static_cast<void>(tx.run(kReplace, tenant, run));
  static_cast<void>(tx.run(kForget, tenant, run));
  static_cast<void>(tx.run(kCite, tenant, run));
}

}  // namespace assay::store::standing
