// SPDX-License-Identifier: Apache-2.0
// Finds the two checkpoints around an entry and recomputes the chain between them; SQL that
// compares records with entries.
#include "db/store/audit/trail_checks.hpp"

#include <algorithm>

#include "db/store/audit/checkpoints.hpp"

namespace assay::store::audit {
namespace {

using pg::Statement;

constexpr Statement kFirstOfRun{"audit_first_of_run", R"sql(
SELECT sequence, extract(epoch FROM clock_timestamp() - created_at)::double precision AS age
FROM audit_log WHERE tenant_id = $1 AND run_id = $2 AND action = $3
ORDER BY sequence LIMIT 1)sql"};

constexpr Statement kFirstOfObject{"audit_first_of_object", R"sql(
SELECT sequence FROM audit_log WHERE tenant_id = $1 AND object_id = $2 AND action = $3
ORDER BY sequence LIMIT 1)sql"};

// The newest checkpoint with a number in (after, upto], and the tenant's sequence in it. A line
// holds heads as ["tenant",sequence,"hash"]; they are read here without checking, only to find the
// right line.
constexpr Statement kSeen{"audit_checkpoint_seen", R"sql(
SELECT number, coalesce(substring(line FROM '\["' || $1 || '",([0-9]{1,18}),"')::bigint, 0) AS seen
FROM audit_checkpoint WHERE number > $2 AND number <= $3 ORDER BY number DESC LIMIT 1)sql"};

// Entries of earlier releases name no snapshot or no note.
constexpr Statement kFirstChanged{"audit_first_record_changed", R"sql(
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
// written, so the order of entries is the order of replacements. Citations are read as text,
// because tampered citations may not be JSON.
constexpr Statement kStandingChanged{"audit_standing_changed", R"sql(
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

constexpr Statement kNewestRunEnds{"audit_newest_run_ends", R"sql(
SELECT sequence, id, run_id, detail FROM audit_log
WHERE tenant_id = $1 AND run_id IS NOT NULL
  AND (outcome = 'allow' AND action IN ('run.completed', 'run.cancel')
    OR outcome = 'error' AND action = 'run.failed')
ORDER BY sequence DESC LIMIT $2)sql"};

Break broken_at(std::int64_t sequence, std::string reason) {
  return {sequence, std::nullopt, std::move(reason)};
}

// Two neighbouring checkpoints, 0 for none: the last that has not seen the entry, and the first
// that has.
struct Around {
  std::int64_t before = 0;
  std::int64_t after = 0;
};

Around find_around(pg::Tx& tx, const TenantId& tenant, std::int64_t sequence) {
  Around found;
  std::int64_t end = newest_checkpoint(tx).number + 1;  // this one has seen it, or does not exist
  while (end - found.before > 1) {
    const std::int64_t middle = found.before + (end - found.before) / 2;
    const pg::Rows rows = tx.run(kSeen, tenant.value, found.before, middle);
    if (!rows.empty() && rows[0].integer("seen") >= sequence) {
      end = found.after = rows[0].integer("number");
    } else {
      found.before = middle;  // not seen there, or checkpoints up to the middle are missing
    }
  }
  return found;
}

// The tenant's place in the highest-numbered checkpoint up to this one. nullopt if there is none.
Result<std::optional<Place>, Break> signed_place(pg::Tx& tx, const TenantId& tenant,
                                                 std::int64_t upto, std::int64_t sequence,
                                                 const std::vector<std::string>& keys) {
  const pg::Rows rows = tx.run(kSeen, tenant.value, std::int64_t{0}, upto);
  if (upto == 0 || rows.empty()) return std::optional<Place>();
  const std::int64_t number = rows[0].integer("number");
  const auto fault = [&](const std::string& what) {
    return broken_at(sequence, "checkpoint " + std::to_string(number) + " " + what);
  };
  const auto lines = checkpoint_lines(tx, number - 1, 1);
  const auto checkpoint = read_checkpoint(lines.at(0).line);
  if (!checkpoint) return fault("is broken: " + checkpoint.error().message);
  if (checkpoint->number != number) return fault("is stored under a different number");
  if (!keys.empty() && std::find(keys.begin(), keys.end(), checkpoint->key) == keys.end()) {
    return fault("is signed by a key that is not trusted");
  }
  for (const Head& head : checkpoint->heads) {
    if (head.tenant == tenant) return std::optional(Place{head.sequence, head.hash});
  }
  return std::optional<Place>();
}

}  // namespace

std::optional<RunEntry> first_entry_of_run(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                           std::string_view action) {
  const pg::Rows rows = tx.run(kFirstOfRun, tenant, run, action);
  if (rows.empty()) return std::nullopt;
  return RunEntry{rows[0].integer("sequence"), rows[0].real("age")};
}

std::optional<std::int64_t> first_entry_of_object(pg::Tx& tx, const TenantId& tenant,
                                                  const std::string& object,
                                                  std::string_view action) {
  const pg::Rows rows = tx.run(kFirstOfObject, tenant, object, action);
  if (rows.empty()) return std::nullopt;
  return rows[0].integer("sequence");
}

Result<ProvenEntry, Break> prove_entry(pg::Tx& tx, const TenantId& tenant, std::int64_t sequence,
                                       const std::vector<std::string>& keys) {
  const auto newest = head(tx, tenant);
  if (!newest) return broken_at(0, "the head of the chain is missing");
  const Around around = find_around(tx, tenant, sequence);
  const auto before = signed_place(tx, tenant, around.before, sequence, keys);
  if (!before) return before.error();
  const auto after = signed_place(tx, tenant, around.after, sequence, keys);
  if (!after) return after.error();
  const Place start = before->value_or(Place{});
  const Place end = after->value_or(Place{newest->sequence, newest->hash});
  if (start.sequence >= sequence || end.sequence < sequence) {
    return broken_at(sequence, "the checkpoints around the entry contradict each other");
  }
  ProvenEntry proven;
  proven.checkpoint = *after ? around.after : 0;
  const auto broken = verify_part(
      tx, tenant, start, end,
      [&](std::int64_t at, std::string_view action, std::optional<std::string_view> detail) {
        if (at != sequence) return;
        proven.action = action;
        if (detail) proven.detail = std::string(*detail);
      });
  if (broken) return *broken;
  return proven;
}

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

std::vector<RunEnd> newest_run_ends(pg::Tx& tx, const TenantId& tenant, std::int64_t limit) {
  const auto read = [](const pg::Row& row) {
    return RunEnd{row.integer("sequence"), row.text("id"), row.id<RunId>("run_id"),
                  row.optional_text("detail")};
  };
  return pg::all_of(tx.run(kNewestRunEnds, tenant, limit), read);
}

}  // namespace assay::store::audit
