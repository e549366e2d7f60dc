// SPDX-License-Identifier: Apache-2.0
// SQL of snapshots, and of digests of a run's records. The columns of a digest must never change,
// because entries of the trail hold digests made with them: a column that is added later needs a
// digest of a new name.
#include "db/store/runs/snapshots.hpp"

#include <array>

namespace assay::store::snapshots {
namespace {

using pg::Statement;

constexpr Statement kInsert{"snapshot_insert", R"sql(
INSERT INTO run_snapshot (tenant_id, run_id, content, hash, captured_at)
VALUES ($1, $2, $3, $4, from_micros($5)))sql"};

constexpr Statement kFind{"snapshot_find", R"sql(
SELECT content, hash, micros(captured_at) AS captured_at
FROM run_snapshot WHERE tenant_id = $1 AND run_id = $2)sql",
                          true};

}  // namespace

void insert(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Snapshot& snapshot) {
  static_cast<void>(tx.run(kInsert, tenant, run, pg::Bytes{snapshot.content}, snapshot.hash,
                           snapshot.captured_at));
}

std::optional<Snapshot> find(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  const pg::Rows rows = tx.run(kFind, tenant, run);
  if (rows.empty()) return std::nullopt;
  return Snapshot{rows[0].bytes("content"), rows[0].text("hash"), rows[0].timestamp("captured_at")};
}

}  // namespace assay::store::snapshots

namespace assay::store::run_digests {
namespace {

using pg::Statement;

// A line is a row as a JSON array of these columns. Lines are hashed one by one, since all of them
// together may be too long for a text, and sorted, since rows have no order.
struct Digest {
  std::string_view name;
  std::string_view columns;
  std::string_view rows;  // a table or a query with the columns tenant_id and run_id
};

constexpr std::array kDigests{
    Digest{"run", R"sql(
  r.pack_id, r.status, r.trigger_type, r.criteria_version_id, r.corpus_activation_id,
  r.threshold_complete, r.threshold_partial, r.similarity_threshold, r.evaluator,
  r.evaluator_version, r.evaluator_model, r.calibration_version, r.glossary_version, r.model,
  r.snapshot_status, r.snapshot_hash, r.trace_id, r.root_span_id, r.parent_span_id,
  r.requirements_total, r.documents_not_chosen, r.rerun_of, r.started_by, micros(r.created_at),
  micros(r.started_at), micros(r.completed_at), micros(r.failed_at), micros(r.cancelled_at),
  r.failure_reason)sql",
           "(SELECT n.*, n.id AS run_id FROM run n)"},

    Digest{"snapshot", "r.hash, encode(sha256(r.content), 'hex'), micros(r.captured_at)",
           "run_snapshot"},

    Digest{"version", R"sql(
  r.id, r.pack_id, r.owner_tenant_id, r.base_version_id, r.version, r.content_hash,
  micros(r.created_at), r.source_key, r.changes, r.pack_owner, r.pack_name, r.pack_description,
  r.pack_copyright, micros(r.pack_created_at))sql",
           R"sql(
  (SELECT n.tenant_id, n.id AS run_id, v.id, v.pack_id, v.owner_tenant_id, v.base_version_id,
     v.version, v.content_hash, v.created_at, v.source_key, v.changes,
     p.owner_tenant_id AS pack_owner, p.name AS pack_name, p.description AS pack_description,
     p.copyright AS pack_copyright, p.created_at AS pack_created_at
   FROM run n JOIN criteria_version v ON v.id = n.criteria_version_id
   JOIN pack p ON p.id = v.pack_id))sql"},

    Digest{"calibration", R"sql(
  r.id, r.version, r.evaluator_version, r.confidence_slope, r.confidence_intercept,
  r.supported_slope, r.supported_intercept, r.complete_count, r.partial_count, r.missing_count,
  r.measured, r.forced, micros(r.fitted_at))sql",
           R"sql(
  (SELECT c.*, n.id AS run_id
   FROM run n JOIN calibration c ON c.tenant_id = n.tenant_id
     AND c.version = n.calibration_version))sql"},

    Digest{"glossary", "r.version, r.entries, r.sha256, r.created_by, micros(r.created_at)",
           R"sql(
  (SELECT g.*, n.id AS run_id
   FROM run n JOIN glossary g ON g.tenant_id = n.tenant_id
     AND g.version = n.glossary_version))sql"},

    Digest{"criteria", "r.criterion_id, r.title, r.description, r.label", R"sql(
  (SELECT n.tenant_id, n.id AS run_id, c.criterion_id, c.title, c.description, c.label
   FROM run n JOIN criterion c ON c.criteria_version_id = n.criteria_version_id))sql"},

    Digest{"requirements", R"sql(
  r.position, r.id, r.criteria_version_id, r.pack_id, r.place, r.requirement_id, r.criterion_id,
  r.title, r.subcheck_label, r.expected_evidence, r.guidance, r.source_key)sql",
           R"sql(
  (SELECT o.tenant_id, o.run_id, o.position, q.id, q.criteria_version_id, q.pack_id,
     q.position AS place, q.requirement_id, q.criterion_id, q.title, q.subcheck_label,
     q.expected_evidence, q.guidance, q.source_key
   FROM run_requirement o JOIN requirement q ON q.id = o.requirement_id))sql"},

    Digest{"versionOwners", "r.part, r.place, r.owner_tenant_id", R"sql(
  (SELECT n.tenant_id, n.id AS run_id, 'criterion' AS part, c.criterion_id AS place, c.owner_tenant_id
   FROM run n JOIN criterion c ON c.criteria_version_id = n.criteria_version_id
   UNION ALL
   SELECT o.tenant_id, o.run_id, 'requirement', o.position, q.owner_tenant_id
   FROM run_requirement o JOIN requirement q ON q.id = o.requirement_id))sql"},

    Digest{"documents", "r.document_id, r.original_filename, r.file_type, r.sha256, r.chunk_count",
           "run_document"},

    Digest{"documentsNotSearched",
           "r.document_id, r.original_filename, r.status, r.reason, r.message",
           "run_document_left_out"},

    Digest{"steps", R"sql(
  r.step_index, r.step_name, r.status, micros(r.started_at), micros(r.completed_at), r.span_id,
  r.input_refs, r.output_refs, r.error_details)sql",
           "run_step"},

    Digest{"spans", R"sql(
  r.span_id, r.parent_span_id, r.name, r.kind, r.status, r.status_message, micros(r.started_at),
  micros(r.ended_at), r.attributes, r.events, r.links, r.dropped_attribute_count)sql",
           "run_span"},

    Digest{"assessments", R"sql(
  r.id, r.requirement_record_id, r.status, r.confidence, r.reasoning, r.citations, r.details,
  r.duration_ms, micros(r.created_at))sql",
           "assessment"},

    Digest{"modelExchanges", R"sql(
  r.id, r.requirement_record_id, r.position, r.model, r.answered_by, r.http_status, r.error_code,
  r.tokens_in, r.tokens_out, r.cost_usd, r.duration_ms, r.request, r.response,
  micros(r.created_at))sql",
           "llm_exchange"},

    Digest{"exchangePurposes", "r.id, r.purpose", "llm_exchange"},

    Digest{"expansions", R"sql(
  r.requirement_id, r.prompt_version, r.owner_tenant_id, r.model, r.phrases,
  micros(r.created_at))sql",
           R"sql(
  (SELECT p.tenant_id, p.run_id, e.*
   FROM run_expansion p JOIN requirement_expansion e ON e.requirement_id = p.requirement_id
     AND e.prompt_version = p.prompt_version))sql"},

    Digest{"tasks", R"sql(
  r.id, r.requirement_record_id, r.requirement_id, r.criterion_id, r.title, r.description,
  micros(r.created_at))sql",
           "task"},

    Digest{"taskRuns", "r.task_id, r.requirement_record_id, r.satisfied", "task_run"},
};

std::string hex_digest(const std::string& text) {
  return "encode(sha256(convert_to(" + text + ", 'UTF8')), 'hex')";
}

// The members of json_build_object for one digest: its name and a query for its value.
std::string member(const Digest& digest) {
  const std::string line = "json_build_array(" + std::string(digest.columns) + ")::text";
  const std::string lines = "(SELECT " + hex_digest(line) + " AS hash FROM " +
                            std::string(digest.rows) +
                            " r WHERE r.tenant_id = $1 AND r.run_id = $2) l";
  return "'" + std::string(digest.name) + "', (SELECT " +
         hex_digest(R"sql(coalesce(string_agg(l.hash, '' ORDER BY l.hash COLLATE "C"), ''))sql") +
         " FROM " + lines + ")";
}

std::string select_digests() {
  std::string members;
  for (const Digest& digest : kDigests) {
    if (!members.empty()) members += ", ";
    members += member(digest);
  }
  return "SELECT json_build_object(" + members + ") AS digests";
}

}  // namespace

Json of(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  static const std::string sql = select_digests();
  static const Statement statement{"run_digests", {sql}};
  return tx.run(statement, tenant, run)[0].json("digests");
}

std::string changed(pg::Tx& tx, const TenantId& tenant, const RunId& run, const Json& recorded) {
  if (!recorded.is_object()) return "";
  const Json today = of(tx, tenant, run);
  for (const std::string& kind : recorded.keys()) {
    if (recorded.get(kind).as_string() != today.get(kind).as_string()) {
      return "the " + kind + " of the run are not what the audit trail recorded";
    }
  }
  return "";
}

}  // namespace assay::store::run_digests
