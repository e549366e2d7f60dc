// SPDX-License-Identifier: Apache-2.0
// SQL of exports and of reproductions.
#include "db/store/runs/run_outputs.hpp"

#include <stdexcept>

#include "db/store/work/queue.hpp"

namespace assay::store::exports {
namespace {

using pg::Statement;

constexpr int kInTurn = 0;
constexpr int kBehindAll = 10;

constexpr Statement kInsert{"export_insert", R"sql(
INSERT INTO export (tenant_id, id, run_id, format, requested_by) VALUES ($1, $2, $3, $4, $5))sql"};

constexpr std::string_view kSelect = R"sql(
SELECT id, run_id, format, status, requested_by, size_bytes, sha256, failure_code, failure_reason,
  micros(created_at) AS created_at, micros(completed_at) AS completed_at,
  micros(failed_at) AS failed_at,
  (SELECT micros(e.erased_at) FROM erased_export e
   WHERE e.tenant_id = $1 AND e.export_id = export.id) AS erased_at
FROM export)sql";

constexpr Statement kFind{"export_find", {kSelect, "WHERE tenant_id = $1 AND id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "export_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
WHERE tenant_id = $1 AND ($2::uuid IS NULL OR run_id = $2)
  AND ($3::text IS NULL OR format = $3) AND ($4::text IS NULL OR status = $4))sql",
                                     .id = "id",
                                     .parameters = 4,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kStart{"export_start", R"sql(
UPDATE export SET status = 'IN_PROGRESS', started_at = least(started_at, statement_timestamp())
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

constexpr Statement kComplete{"export_complete", R"sql(
UPDATE export SET status = 'COMPLETED', completed_at = statement_timestamp(), sha256 = $3,
  size_bytes = $4
WHERE tenant_id = $1 AND id = $2 AND status = 'IN_PROGRESS')sql"};

constexpr Statement kFailed{"export_failed", R"sql(
UPDATE export SET status = 'FAILED', failed_at = statement_timestamp(), failure_code = $3,
  failure_reason = $4
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

Export read_export(const pg::Row& row) {
  Export found;
  found.id = row.id<ExportId>("id");
  found.run = row.id<RunId>("run_id");
  found.format = row.state<ExportFormat>("format");
  found.status = row.state<ExportStatus>("status");
  found.requested_by = row.optional_id<UserId>("requested_by");
  found.size_bytes = row.optional_integer("size_bytes");
  found.sha256 = row.optional_text("sha256");
  found.failure_code = row.optional_text("failure_code");
  found.failure_reason = row.optional_text("failure_reason");
  found.created_at = row.timestamp("created_at");
  found.completed_at = row.optional_timestamp("completed_at");
  found.failed_at = row.optional_timestamp("failed_at");
  found.erased_at = row.optional_timestamp("erased_at");
  return found;
}

}  // namespace

void create(pg::Tx& tx, const TenantId& tenant, const NewExport& fresh) {
  static_cast<void>(tx.run(kInsert, tenant, fresh.id, fresh.run, fresh.format, fresh.requested_by));
  work::enqueue(tx, tenant, work::Kind::Export, fresh.id.value,
                fresh.requested_by ? kInTurn : kBehindAll);
}

std::optional<Export> find(pg::Tx& tx, const TenantId& tenant, const ExportId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read_export);
}

pg::PartOf<Export> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                        const pg::Part& part) {
  return ordered().rows(tx, part, read_export, tenant, filter.run, filter.format, filter.status);
}

bool start(pg::Tx& tx, const TenantId& tenant, const ExportId& id) {
  return tx.run(kStart, tenant, id).affected() == 1;
}

bool complete(pg::Tx& tx, const TenantId& tenant, const ExportId& id, const File& file) {
  return tx.run(kComplete, tenant, id, file.sha256, file.size_bytes).affected() == 1;
}

bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ExportId& id, std::string_view code,
                 std::string_view reason) {
  return tx.run(kFailed, tenant, id, code, reason).affected() == 1;
}

}  // namespace assay::store::exports

namespace assay::store::reproductions {
namespace {

using pg::Statement;

constexpr Statement kInsert{"reproduction_insert", R"sql(
INSERT INTO reproduction (tenant_id, id, run_id, evaluator, evaluator_version, evaluator_model,
  requested_by)
VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr std::string_view kSelect = R"sql(
SELECT id, run_id, status, evaluator, evaluator_version, evaluator_model, requested_by, identical,
  differences, failure_reason, micros(created_at) AS created_at,
  micros(completed_at) AS completed_at, micros(failed_at) AS failed_at
FROM reproduction)sql";

constexpr Statement kFind{"reproduction_find", {kSelect, "WHERE tenant_id = $1 AND id = $2"}};

const pg::OrderedList& ordered() {
  static const pg::OrderedList list({.name = "reproduction_list",
                                     .select = std::string(kSelect),
                                     .filter = R"sql(
WHERE tenant_id = $1 AND run_id = $2 AND ($3::text IS NULL OR status = $3))sql",
                                     .id = "id",
                                     .parameters = 3,
                                     .orders = kOrders});
  return list;
}

constexpr Statement kStart{"reproduction_start", R"sql(
UPDATE reproduction
SET status = 'IN_PROGRESS', started_at = least(started_at, statement_timestamp())
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

constexpr Statement kComplete{"reproduction_complete", R"sql(
UPDATE reproduction
SET status = 'COMPLETED', completed_at = statement_timestamp(), identical = $3, differences = $4
WHERE tenant_id = $1 AND id = $2 AND status = 'IN_PROGRESS')sql"};

constexpr Statement kFailed{"reproduction_failed", R"sql(
UPDATE reproduction SET status = 'FAILED', failed_at = statement_timestamp(), failure_code = $3,
  failure_reason = $4
WHERE tenant_id = $1 AND id = $2 AND status IN ('QUEUED', 'IN_PROGRESS'))sql"};

Json read_differences(const std::optional<std::string>& text) {
  auto json = Json::parse(text.value_or("[]"));
  if (!json || !json->is_array()) {
    throw std::runtime_error("the stored differences are not a JSON array");
  }
  return std::move(*json);
}

Reproduction read(const pg::Row& row) {
  Reproduction found;
  found.id = row.id<ReproductionId>("id");
  found.run = row.id<RunId>("run_id");
  found.status = row.state<ReproductionStatus>("status");
  found.judge = {row.text("evaluator"), row.text("evaluator_version"),
                 row.optional_text("evaluator_model")};
  found.requested_by = row.id<UserId>("requested_by");
  if (found.status == ReproductionStatus::Completed) found.identical = row.boolean("identical");
  found.differences = read_differences(row.optional_text("differences"));
  found.failure_reason = row.optional_text("failure_reason");
  found.created_at = row.timestamp("created_at");
  found.completed_at = row.optional_timestamp("completed_at");
  found.failed_at = row.optional_timestamp("failed_at");
  return found;
}

}  // namespace

void create(pg::Tx& tx, const TenantId& tenant, const NewReproduction& fresh) {
  static_cast<void>(tx.run(kInsert, tenant, fresh.id, fresh.run, fresh.judge.evaluator,
                           fresh.judge.version, fresh.judge.model, fresh.requested_by));
  work::enqueue(tx, tenant, work::Kind::Reproduction, fresh.id.value);
}

std::optional<Reproduction> find(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id) {
  return pg::first_of(tx.run(kFind, tenant, id), read);
}

pg::PartOf<Reproduction> list(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                              const std::optional<ReproductionStatus>& status,
                              const pg::Part& part) {
  return ordered().rows(tx, part, read, tenant, run, status);
}

bool start(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id) {
  return tx.run(kStart, tenant, id).affected() == 1;
}

bool complete(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id,
              const Json& differences) {
  return tx.run(kComplete, tenant, id, differences.size() == 0, differences.dump()).affected() == 1;
}

bool mark_failed(pg::Tx& tx, const TenantId& tenant, const ReproductionId& id,
                 std::string_view code, std::string_view reason) {
  return tx.run(kFailed, tenant, id, code, reason).affected() == 1;
}

}  // namespace assay::store::reproductions
