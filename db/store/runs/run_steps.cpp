// SPDX-License-Identifier: Apache-2.0
// SQL of run steps.
#include "db/store/runs/run_trace.hpp"
#include "db/store/runs/runs.hpp"

namespace assay::store::runs {
namespace {

using pg::Statement;

constexpr Statement kListSteps{"run_steps", R"sql(
SELECT step_name, status, micros(started_at) AS started_at, micros(completed_at) AS completed_at,
  span_id, input_refs, output_refs, error_details
FROM run_step WHERE tenant_id = $1 AND run_id = $2 ORDER BY step_index)sql"};

constexpr Statement kStartStep{"run_step_start", R"sql(
UPDATE run_step SET status = 'IN_PROGRESS', started_at = coalesce(started_at, clock_timestamp()),
  input_refs = $4
WHERE tenant_id = $1 AND run_id = $2 AND step_name = $3
  AND status IN ('NOT_EXECUTED', 'IN_PROGRESS'))sql"};

constexpr Statement kFinishStep{"run_step_finish", R"sql(
UPDATE run_step SET status = 'COMPLETED', completed_at = coalesce(from_micros($6), clock_timestamp()),
  output_refs = $4, error_details = $5
WHERE tenant_id = $1 AND run_id = $2 AND step_name = $3 AND status = 'IN_PROGRESS')sql"};

constexpr Statement kFailStep{"run_step_fail", R"sql(
UPDATE run_step SET status = 'FAILED', completed_at = clock_timestamp(), error_details = $4
WHERE tenant_id = $1 AND run_id = $2 AND step_name = $3
  AND status IN ('NOT_EXECUTED', 'IN_PROGRESS'))sql"};

}  // namespace

std::vector<Step> steps(pg::Tx& tx, const TenantId& tenant, const RunId& id) {
  std::vector<Step> found;
  for (const pg::Row row : tx.run(kListSteps, tenant, id)) {
    Step step;
    step.name = row.state<StepName>("step_name");
    step.status = row.state<StepStatus>("status");
    step.started_at = row.optional_timestamp("started_at");
    step.completed_at = row.optional_timestamp("completed_at");
    step.span_id = row.text("span_id");
    step.input_refs = row.json("input_refs");
    step.output_refs = row.json("output_refs");
    step.error_details = row.optional_text("error_details");
    found.push_back(std::move(step));
  }
  return found;
}

void start_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
                const Json& input_refs) {
  static_cast<void>(tx.run(kStartStep, tenant, id, step, input_refs));
}

void finish_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
                 const StepEnd& end) {
  static_cast<void>(
      tx.run(kFinishStep, tenant, id, step, end.output_refs, end.error_details, end.at));
  run_trace::record_ended(tx, tenant, id);
}

void fail_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
               std::string_view error_details, std::string_view code) {
  static_cast<void>(tx.run(kFailStep, tenant, id, step, error_details));
  run_trace::record_ended(tx, tenant, id, code);
}

}  // namespace assay::store::runs
