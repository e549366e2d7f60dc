// SPDX-License-Identifier: Apache-2.0
// The current state: that of each requirement of a pack, and the counts of the first screen.
#include <map>
#include <unordered_map>

#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/tasks.hpp"
#include "db/store/work/figures.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/packs/bindings.hpp"

namespace assay::handlers {
namespace {

namespace briefs = store::briefs;
namespace packs = store::packs;

using ByLabel = std::unordered_map<std::string, briefs::Brief>;

struct Sums {
  std::map<AssessmentStatus, std::int64_t> assessed;
  std::map<AssessmentStatus, std::int64_t> held;  // the statuses after review
  std::int64_t requirements = 0;
  std::int64_t reviewed = 0;
  std::int64_t to_decide = 0;  // need a person's decision; `decided` counts those that have one
  std::int64_t decided = 0;
  std::int64_t open_tasks = 0;

  void add(const briefs::Brief* brief, bool open_task) {
    ++requirements;
    if (open_task) ++open_tasks;
    if (brief == nullptr) return;
    ++assessed[brief->status];
    ++held[brief->review ? brief->review->status : brief->status];
    if (brief->review) ++reviewed;
    if (brief->status == AssessmentStatus::Complete && !brief->needs_review) return;
    ++to_decide;
    if (brief->review) ++decided;
  }
  [[nodiscard]] Json render() const {
    std::int64_t judged = 0;
    for (const auto& [status, count] : assessed) judged += count;
    return Json::object()
        .set("requirements", requirements)
        .set("counts", state_counts(assessed))
        .set("held", state_counts(held))
        .set("notAssessed", requirements - judged)
        .set("reviewed", reviewed)
        .set("toDecide", to_decide)
        .set("decided", decided)
        .set("openTasks", open_tasks);
  }
};

struct Coverage {
  Sums all;
  std::map<int, Sums> of_criterion;
  Json requirements = Json::array();
};

// Standing assessments are matched by the requirement's label, because the version in force may be
// newer than the one the run judged by.
Coverage add_up(pg::Tx& tx, const TenantId& tenant, const store::bindings::Binding& binding,
                bool detail) {
  ByLabel standing;
  for (briefs::Brief& brief : briefs::standing(tx, tenant, binding.pack)) {
    const std::string label = brief.requirement_id;
    standing.emplace(label, std::move(brief));
  }
  std::unordered_map<std::string, TaskId> open;  // the newest open task of each requirement
  for (const auto& task : store::tasks::open_of_pack(tx, tenant, binding.pack)) {
    open.emplace(task.requirement_id, task.id);
  }
  Coverage coverage;
  for (const packs::Requirement& requirement : packs::requirements(tx, binding.criteria_version)) {
    const auto brief = standing.find(requirement.requirement_id);
    const auto task = open.find(requirement.requirement_id);
    const briefs::Brief* stands = brief == standing.end() ? nullptr : &brief->second;
    coverage.all.add(stands, task != open.end());
    coverage.of_criterion[requirement.criterion_id].add(stands, task != open.end());
    if (!detail) continue;
    coverage.requirements.push(
        store::render::requirement(requirement)
            .set("standing", stands == nullptr ? Json() : store::render::brief(*stands))
            .set("openTaskId", task == open.end() ? Json() : Json(task->second.value)));
  }
  return coverage;
}

}  // namespace

Response coverage_get(Context& context) {
  const bool detail = flag_of(context.query, "detail");
  pg::Tx tx = context.read();
  const auto binding = chosen_binding(context, tx, context.query.get("packId"));
  Coverage coverage = add_up(tx, context.tenant, binding, detail);
  Json criteria = Json::array();
  for (const packs::Criterion& criterion : packs::criteria(tx, binding.criteria_version)) {
    Json one = coverage.of_criterion[criterion.criterion_id].render();
    criteria.push(
        one.set("criterionId", criterion.criterion_id).set("criterionTitle", criterion.title));
  }
  Json answer = coverage.all.render();
  answer.set("packId", binding.pack.value)
      .set("criteriaVersionId", binding.criteria_version.value)
      .set("thresholds", Json::object()
                             .set("complete", binding.threshold_complete)
                             .set("partial", binding.threshold_partial))
      .set("criteria", criteria);
  if (detail) answer.set("items", coverage.requirements);
  return Response::json(200, answer);
}

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
