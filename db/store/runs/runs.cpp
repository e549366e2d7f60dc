// SPDX-License-Identifier: Apache-2.0
// SQL for creating, reading and ending runs. Steps are in spans.cpp.
#include "db/store/runs/runs.hpp"

#include <numeric>

#include "core/base/vocabularies.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_trace.hpp"

namespace assay::store::runs {
namespace {

using pg::Statement;

constexpr std::string_view kSelect = R"sql(
SELECT r.tenant_id, r.id, r.pack_id, r.status, r.trigger_type, r.criteria_version_id,
  r.corpus_activation_id, r.threshold_complete, r.threshold_partial, r.similarity_threshold,
  r.evaluator, r.evaluator_version, r.calibration_version, r.glossary_version, r.evaluator_model,
  r.model, r.snapshot_status, r.snapshot_hash, r.trace_id, r.root_span_id, r.requirements_total,
  r.documents_not_chosen, r.rerun_of, r.started_by, micros(r.created_at) AS created_at,
  micros(r.started_at) AS started_at, micros(r.completed_at) AS completed_at,
  micros(r.failed_at) AS failed_at, micros(r.cancelled_at) AS cancelled_at, r.failure_reason,
  (SELECT coalesce(jsonb_object_agg(n.status, n.total), '{}') FROM
    (SELECT a.status, count(*) AS total FROM assessment a
     WHERE a.tenant_id = $1 AND a.run_id = r.id GROUP BY a.status) n) AS counts
FROM run r)sql";

constexpr std::string_view kFilter = R"sql(
WHERE r.tenant_id = $1 AND ($2::text IS NULL OR r.status = $2)
  AND ($3::uuid IS NULL OR r.pack_id = $3)
  AND ($4::uuid IS NULL OR r.started_by = $4)
  AND ($5::bigint IS NULL OR r.created_at >= from_micros($5))
  AND ($6::bigint IS NULL OR r.created_at < from_micros($6)))sql";

constexpr Statement kInsert{"run_insert", R"sql(
INSERT INTO run (tenant_id, id, pack_id, criteria_version_id, threshold_complete,
  threshold_partial, similarity_threshold, evaluator, model, trace_id, root_span_id,
  requirements_total, rerun_of, started_by, parent_span_id, corpus_activation_id, evaluator_model,
  glossary_version, documents_not_chosen)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $19,
  (SELECT count(*) FROM document d
   WHERE d.tenant_id = $1 AND d.id <> ALL ($18::uuid[])
     AND NOT (d.status = 'READY' AND coalesce(d.chunk_count, 0) = 0))
RETURNING 1)sql"};

constexpr Statement kInsertRequirements{"run_insert_requirements", R"sql(
INSERT INTO run_requirement (tenant_id, run_id, requirement_id, position)
SELECT $1, $2, q.id, q.position
FROM unnest($3::uuid[]) WITH ORDINALITY AS q (id, position)
RETURNING 1)sql"};

// Locked: their text is not exchanged (see content.hpp) until the run is known.
constexpr Statement kInsertDocuments{"run_insert_documents", R"sql(
INSERT INTO run_document (tenant_id, run_id, document_id, original_filename, file_type, sha256,
  chunk_count)
SELECT tenant_id, $2, id, original_filename, file_type, sha256, chunk_count
FROM document
WHERE tenant_id = $1 AND status = 'READY' AND chunk_count > 0
  AND ($3::uuid[] IS NULL OR id = ANY ($3))
ORDER BY id FOR SHARE)sql"};

constexpr Statement kInsertSteps{"run_insert_steps", R"sql(
INSERT INTO run_step (tenant_id, run_id, step_index, step_name, span_id)
SELECT $1, $2, s.position - 1, s.name, s.span
FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS s (name, span, position)
RETURNING 1)sql"};

constexpr Statement kFind{"run_find", {kSelect, "WHERE r.tenant_id = $1 AND r.id = $2"}};

constexpr Statement kLock{"run_lock",
                          {kSelect, "WHERE r.tenant_id = $1 AND r.id = $2 FOR UPDATE OF r"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "run_list",
                                     .select = std::string(kSelect),
                                     .filter = std::string(kFilter),
                                     .id = "r.id",
                                     .parameters = 6,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kCount{"run_count", {"SELECT count(*) AS total FROM run r", kFilter}};

constexpr Statement kStart{"run_start", R"sql(
UPDATE run SET status = 'IN_PROGRESS', started_at = least(started_at, statement_timestamp())
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

constexpr Statement kPinModel{
    "run_pin_model", "UPDATE run SET model = $3 WHERE tenant_id = $1 AND id = $2 AND model = ''"};

constexpr Statement kPinEvaluator{"run_pin_evaluator", R"sql(
UPDATE run r SET evaluator_version = $3, calibration_version = CASE WHEN r.evaluator = $4 THEN
  (SELECT max(c.version) FROM calibration c
   WHERE c.tenant_id = $1 AND c.evaluator_version = $3) END
WHERE r.tenant_id = $1 AND r.id = $2 AND (r.evaluator_version IS NULL OR
  r.evaluator_version <> $3 AND NOT EXISTS
    (SELECT FROM assessment a WHERE a.tenant_id = $1 AND a.run_id = r.id)))sql"};

constexpr Statement kComplete{"run_complete", R"sql(
UPDATE run SET status = 'COMPLETED', completed_at = from_micros($3), snapshot_hash = $4,
  snapshot_status = CASE WHEN $4::text IS NULL THEN 'LEGACY' ELSE 'CAPTURED' END,
  failure_reason = $5
WHERE tenant_id = $1 AND id = $2 AND status = 'IN_PROGRESS')sql"};

constexpr Statement kFail{"run_fail", R"sql(
UPDATE run SET status = 'FAILED', failed_at = statement_timestamp(), failure_reason = $3,
  snapshot_status = 'LEGACY'
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

constexpr Statement kCancel{"run_cancel", R"sql(
UPDATE run SET status = 'CANCELLED', cancelled_at = statement_timestamp(), snapshot_status = 'LEGACY'
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

constexpr Statement kCancelStep{"run_cancel_step", R"sql(
UPDATE run_step SET status = 'FAILED', completed_at = statement_timestamp(), error_details = 'cancelled'
WHERE tenant_id = $1 AND run_id = $2 AND status = 'IN_PROGRESS')sql"};

// Sent when the transaction commits.
constexpr Statement kHintEnd{"run_hint_end", "SELECT pg_notify('assay_run_ended', '')"};

constexpr Statement kNow{"run_database_now", "SELECT micros(clock_timestamp()) AS now"};

Run read_run(const pg::Row& row) {
  Run run;
  run.tenant = row.id<TenantId>("tenant_id");
  run.id = row.id<RunId>("id");
  run.pack = row.id<PackId>("pack_id");
  run.status = row.state<RunStatus>("status");
  run.trigger_type = row.text("trigger_type");
  run.criteria_version = row.id<CriteriaVersionId>("criteria_version_id");
  run.corpus_activation = row.optional_id<ActivationId>("corpus_activation_id");
  run.threshold_complete = row.real("threshold_complete");
  run.threshold_partial = row.real("threshold_partial");
  run.similarity_threshold = row.real("similarity_threshold");
  run.evaluator = row.text("evaluator");
  run.evaluator_version = row.optional_text("evaluator_version");
  run.calibration_version = row.optional_integer("calibration_version");
  run.glossary_version = row.optional_integer("glossary_version");
  run.evaluator_model = row.optional_text("evaluator_model");
  run.model = row.text("model");
  if (!row.is_null("snapshot_status")) {
    run.snapshot_status = row.state<SnapshotStatus>("snapshot_status");
  }
  run.snapshot_hash = row.optional_text("snapshot_hash");
  run.trace_id = row.text("trace_id");
  run.root_span_id = row.text("root_span_id");
  run.requirements_total = row.integer("requirements_total");
  run.documents_not_chosen = row.integer("documents_not_chosen");
  run.rerun_of = row.optional_id<RunId>("rerun_of");
  run.started_by = row.optional_id<UserId>("started_by");
  run.created_at = row.timestamp("created_at");
  run.started_at = row.optional_timestamp("started_at");
  run.completed_at = row.optional_timestamp("completed_at");
  run.failed_at = row.optional_timestamp("failed_at");
  run.cancelled_at = row.optional_timestamp("cancelled_at");
  run.failure_reason = row.optional_text("failure_reason");
  const Json counts = row.json("counts");
  for (const std::string& key : counts.keys()) {
    if (const auto status = from_text<AssessmentStatus>(key)) {
      run.counts[*status] = counts.get(key).as_integer().value_or(0);
    }
  }
  return run;
}

void insert_steps(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  std::vector<std::string> names;
  std::vector<std::string> spans;
  for (const std::string_view name : WireNames<StepName>::kNames) {
    names.emplace_back(name);
    spans.push_back(new_span_id());
  }
  static_cast<void>(tx.run(kInsertSteps, tenant, id, names, spans));
}

// Writes the consequences of any run's end. code: why, for the trace.
void record_end(pg::Tx& tx, const TenantId& tenant, const RunId& id, std::string_view code = {}) {
  run_trace::record_ended(tx, tenant, id, code);
  static_cast<void>(tx.run(kHintEnd));
}

std::optional<Run> first(const pg::Rows& rows) {
  return pg::first_of(rows, read_run);
}

}  // namespace

std::int64_t Run::requirements_done() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& entry) { return sum + entry.second; });
}

std::int64_t create(pg::Tx& tx, const TenantId& tenant, const NewRun& run) {
  const std::string trace_id = run.caller ? run.caller->trace_id : new_trace_id();
  std::optional<std::string> parent;
  if (run.caller) parent = run.caller->span_id;
  static_cast<void>(
      tx.run(kInsert, tenant, run.id, run.pack, run.criteria_version, run.threshold_complete,
             run.threshold_partial, run.similarity_threshold, run.evaluator, run.model, trace_id,
             new_span_id(), run.requirements.size(), run.rerun_of, run.started_by, parent,
             run.corpus_activation, run.evaluator_model, run.documents, run.glossary_version));
  static_cast<void>(tx.run(kInsertRequirements, tenant, run.id, run.requirements));
  insert_steps(tx, tenant, run.id);
  if (!run.documents) left_out::note(tx, tenant, run.id);
  return tx.run(kInsertDocuments, tenant, run.id, run.documents).affected();
}

std::optional<Run> find(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  return first(tx.run(kFind, tenant, id));
}

pg::Later<std::optional<Run>> find_later(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  return tx.run_later(first, kFind, tenant, id);
}

std::optional<Run> lock(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  return first(tx.run(kLock, tenant, id));
}

pg::PartOf<Run> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                     const pg::Part& part) {
  return ordered().rows(tx, part, read_run, tenant, filter.status, filter.pack, filter.started_by,
                        filter.from, filter.to);
}

pg::Later<std::int64_t> count(pg::Tx& tx, const TenantId& tenant, const Filter& filter) {
  return tx.run_later(pg::total_of, kCount, tenant, filter.status, filter.pack, filter.started_by,
                      filter.from, filter.to);
}

bool start(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  return tx.run(kStart, tenant, id).affected() == 1;
}

void pin_model(pg::Tx& tx, const TenantId& tenant, const RunId& id, std::string_view model) {
  static_cast<void>(tx.run(kPinModel, tenant, id, model));
}

void pin_evaluator(pg::Tx& tx, const TenantId& tenant, const RunId& id, std::string_view version) {
  static_cast<void>(tx.run(kPinEvaluator, tenant, id, version, kBuiltinEvaluator));
}

bool complete(pg::Tx& tx, const TenantId& tenant, const RunId& id, Timestamp at,
              const std::optional<std::string>& snapshot_hash,
              const std::optional<std::string>& failure_reason) {
  if (tx.run(kComplete, tenant, id, at, snapshot_hash, failure_reason).affected() != 1)
    return false;
  record_end(tx, tenant, id);
  standing::replace_by(tx, tenant, id);
  return true;
}

bool fail(pg::Tx& tx, const TenantId& tenant, const RunId& id, std::string_view reason,
          std::string_view code) {
  if (tx.run(kFail, tenant, id, reason).affected() != 1) return false;
  record_end(tx, tenant, id, code);
  return true;
}

bool cancel(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  if (tx.run(kCancel, tenant, id).affected() != 1) return false;
  static_cast<void>(tx.run(kCancelStep, tenant, id));
  record_end(tx, tenant, id);
  return true;
}

void listen_for_ends(pg::Connection& connection) {
  connection.ensure_connected();
  if (connection.pooled()) return;  // notifications never come
  static_cast<void>(connection.run("LISTEN assay_run_ended"));
}

Timestamp database_now(pg::Tx& tx) {
  return tx.run(kNow)[0].timestamp("now");
}

}  // namespace assay::store::runs
