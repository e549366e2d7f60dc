// SPDX-License-Identifier: Apache-2.0
// SQL of digests of a run's records. The columns of a digest must never change, because entries of
// the trail hold digests made with them: a column that is added later needs a digest of a new name.
#include "db/store/run_digests.hpp"

namespace assay::store::run_digests {
namespace {

using pg::Statement;

// A line is a row as a JSON array of these columns. Lines are hashed one by one, since all of them
// together may be too long for a text, and sorted, since rows have no order.
// clang-format off
#define ASSAY_HEX(text) "encode(sha256(convert_to(" text ", 'UTF8')), 'hex')"
#define ASSAY_DIGEST(name, columns, rows)                                                 \
  "'" name "', (SELECT "                                                                  \
  ASSAY_HEX("coalesce(string_agg(l.hash, '' ORDER BY l.hash COLLATE \"C\"), '')")         \
  " FROM (SELECT " ASSAY_HEX("json_build_array(" columns ")::text") " AS hash FROM " rows \
  " r WHERE r.tenant_id = $1 AND r.run_id = $2) l)"

constexpr Statement kDigests{"run_digests", "SELECT json_build_object("
    ASSAY_DIGEST("run",
        "r.pack_id, r.status, r.trigger_type, r.criteria_version_id, r.corpus_activation_id,"
        " r.threshold_complete, r.threshold_partial, r.similarity_threshold, r.evaluator,"
        " r.evaluator_version, r.evaluator_model, r.calibration_version, r.glossary_version,"
        " r.model, r.snapshot_status, r.snapshot_hash, r.trace_id, r.root_span_id, r.parent_span_id,"
        " r.requirements_total, r.documents_not_chosen, r.rerun_of, r.started_by,"
        " micros(r.created_at), micros(r.started_at), micros(r.completed_at),"
        " micros(r.failed_at), micros(r.cancelled_at), r.failure_reason",
        "(SELECT n.*, n.id AS run_id FROM run n)") ", "
    ASSAY_DIGEST("snapshot",
        "r.hash, encode(sha256(r.content), 'hex'), micros(r.captured_at)", "run_snapshot") ", "
    ASSAY_DIGEST("version",
        "r.id, r.pack_id, r.owner_tenant_id, r.base_version_id, r.version, r.content_hash,"
        " micros(r.created_at), r.source_key, r.changes, r.pack_owner, r.pack_name,"
        " r.pack_description, r.pack_copyright, micros(r.pack_created_at)",
        "(SELECT n.tenant_id, n.id AS run_id, v.id, v.pack_id, v.owner_tenant_id,"
        "   v.base_version_id, v.version, v.content_hash, v.created_at, v.source_key, v.changes,"
        "   p.owner_tenant_id AS pack_owner, p.name AS pack_name, p.description AS pack_description,"
        "   p.copyright AS pack_copyright, p.created_at AS pack_created_at"
        " FROM run n JOIN criteria_version v ON v.id = n.criteria_version_id"
        " JOIN pack p ON p.id = v.pack_id)") ", "
    ASSAY_DIGEST("calibration",
        "r.id, r.version, r.evaluator_version, r.confidence_slope, r.confidence_intercept,"
        " r.supported_slope, r.supported_intercept, r.complete_count, r.partial_count,"
        " r.missing_count, r.measured, r.forced, micros(r.fitted_at)",
        "(SELECT c.*, n.id AS run_id FROM run n"
        " JOIN calibration c ON c.tenant_id = n.tenant_id AND c.version = n.calibration_version)")
        ", "
    ASSAY_DIGEST("glossary", "r.version, r.entries, r.sha256, r.created_by, micros(r.created_at)",
        "(SELECT g.*, n.id AS run_id FROM run n"
        " JOIN glossary g ON g.tenant_id = n.tenant_id AND g.version = n.glossary_version)") ", "
    ASSAY_DIGEST("criteria", "r.criterion_id, r.title, r.description, r.label",
        "(SELECT n.tenant_id, n.id AS run_id, c.criterion_id, c.title, c.description, c.label"
        " FROM run n JOIN criterion c ON c.criteria_version_id = n.criteria_version_id)") ", "
    ASSAY_DIGEST("requirements",
        "r.position, r.id, r.criteria_version_id, r.pack_id, r.place, r.requirement_id,"
        " r.criterion_id, r.title, r.subcheck_label, r.expected_evidence, r.guidance, r.source_key",
        "(SELECT o.tenant_id, o.run_id, o.position, q.id, q.criteria_version_id, q.pack_id,"
        "   q.position AS place, q.requirement_id, q.criterion_id, q.title, q.subcheck_label,"
        "   q.expected_evidence, q.guidance, q.source_key"
        " FROM run_requirement o JOIN requirement q ON q.id = o.requirement_id)") ", "
    ASSAY_DIGEST("documents",
        "r.document_id, r.original_filename, r.file_type, r.sha256, r.chunk_count",
        "run_document") ", "
    ASSAY_DIGEST("documentsNotSearched",
        "r.document_id, r.original_filename, r.status, r.reason, r.message",
        "run_document_left_out") ", "
    ASSAY_DIGEST("steps",
        "r.step_index, r.step_name, r.status, micros(r.started_at), micros(r.completed_at),"
        " r.span_id, r.input_refs, r.output_refs, r.error_details", "run_step") ", "
    ASSAY_DIGEST("spans",
        "r.span_id, r.parent_span_id, r.name, r.kind, r.status, r.status_message,"
        " micros(r.started_at), micros(r.ended_at), r.attributes, r.events, r.links,"
        " r.dropped_attribute_count", "run_span") ", "
    ASSAY_DIGEST("assessments",
        "r.id, r.requirement_record_id, r.status, r.confidence, r.reasoning, r.citations,"
        " r.details, r.duration_ms, micros(r.created_at)", "assessment") ", "
    ASSAY_DIGEST("modelExchanges",
        "r.id, r.requirement_record_id, r.position, r.model, r.answered_by, r.http_status,"
        " r.error_code, r.tokens_in, r.tokens_out, r.cost_usd, r.duration_ms, r.request,"
        " r.response, micros(r.created_at)", "llm_exchange") ", "
    ASSAY_DIGEST("tasks",
        "r.id, r.requirement_record_id, r.requirement_id, r.criterion_id, r.title, r.description,"
        " micros(r.created_at)", "task") ", "
    ASSAY_DIGEST("taskRuns", "r.task_id, r.requirement_record_id, r.satisfied", "task_run")
    ") AS digests"};
// clang-format on
#undef ASSAY_DIGEST
#undef ASSAY_HEX

}  // namespace

Json of(pg::Tx& tx, const TenantId& tenant, const RunId& run) {
  return tx.run(kDigests, tenant, run)[0].json("digests");
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
