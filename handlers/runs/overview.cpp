// SPDX-License-Identifier: Apache-2.0
// Counts by state for the overview, and the estimate for a run started now.
#include "db/store/overview.hpp"

#include "handlers/http/handlers.hpp"
#include "handlers/http/state_counts.hpp"
#include "handlers/packs/pack_choice.hpp"

namespace assay::handlers {

namespace overview = store::overview;

Response overview_get(Context& context) {
  pg::Tx tx = context.read();
  const overview::Counts counts = overview::counts(tx, context.tenant);
  return Response::json(200, Json::object()
                                 .set("documents", state_counts(counts.documents))
                                 .set("neverCited", counts.never_cited)
                                 .set("runs", state_counts(counts.runs))
                                 .set("unreviewed", counts.unreviewed)
                                 .set("tasks", state_counts(counts.tasks))
                                 .set("overdueTasks", counts.overdue)
                                 .set("unassignedTasks", counts.unassigned)
                                 .set("exportsUnderWay", counts.exports_under_way));
}

Response runs_estimate(Context& context) {
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get("packId"));
  const overview::Ahead ahead = overview::ahead(tx, context.tenant);
  const auto pace = overview::pace(tx, context.tenant, binding.evaluator);
  Json rate;
  Json expected;
  if (pace) {
    rate = pace->seconds_per_requirement;
    expected = pace->seconds_per_requirement * static_cast<double>(binding.requirement_count);
  }
  return Response::json(200, Json::object()
                                 .set("packId", binding.pack.value)
                                 .set("criteriaVersionId", binding.criteria_version.value)
                                 .set("evaluator", binding.evaluator)
                                 .set("requirements", binding.requirement_count)
                                 .set("documents", ahead.documents)
                                 .set("chunks", ahead.chunks)
                                 .set("runsUnderWay", ahead.runs)
                                 .set("basedOnRuns", pace ? pace->runs : 0)
                                 .set("secondsPerRequirement", rate)
                                 .set("expectedSeconds", expected));
}

}  // namespace assay::handlers
