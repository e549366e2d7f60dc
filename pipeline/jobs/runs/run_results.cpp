// SPDX-License-Identifier: Apache-2.0
// The steps TASK_GENERATION and EXPORT.
#include "pipeline/jobs/runs/run_job.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "core/base/digest.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/events/emails.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "db/store/runs/snapshots.hpp"
#include "db/store/runs/tasks.hpp"
#include "pipeline/assess/explain/explanation.hpp"
#include "pipeline/jobs/runs/snapshot.hpp"

namespace assay::jobs {
namespace runs = store::runs;
namespace tasks = store::tasks;
using store::assessments::Assessment;
namespace {

std::vector<Assessment> saved_assessments(const JobContext& context, const RunState& state) {
  return context.reading(
      [&](pg::Tx& tx) { return store::assessments::list(tx, context.tenant(), state.run.id); });
}

// Uses the record, not memory, so that a resumed run gives the same tasks.
assess::Verdict verdict_of(const Assessment& assessment) {
  assess::Verdict verdict;
  verdict.confidence = assessment.confidence;
  verdict.reasoning = assessment.reasoning;
  verdict.details = assessment.details;
  for (std::size_t i = 0; i < assessment.citations.size(); ++i) {
    const Json citation = assessment.citations.at(i);
    assess::Citation made;
    made.document.value = citation.get("documentId").as_string().value_or("");
    made.chunk.value = citation.get("chunkId").as_string().value_or("");
    made.text = citation.get("text").as_string().value_or("");
    made.page_number = static_cast<int>(citation.get("pageNumber").as_integer().value_or(1));
    verdict.citations.push_back(std::move(made));
  }
  return verdict;
}

tasks::Task task_for(const RunState& state, const Assessment& assessment) {
  const auto input = std::find_if(
      state.inputs.begin(), state.inputs.end(),
      [&assessment](const RequirementInput& one) { return one.text.id == assessment.requirement; });
  if (input == state.inputs.end()) throw std::logic_error("an assessment of no requirement of it");
  const assess::TaskText text =
      assess::remediation_task(input->text, assessment.status, verdict_of(assessment));
  tasks::Task task;
  task.id = TaskId::fresh();
  task.run = state.run.id;
  task.requirement = assessment.requirement;
  task.requirement_id = assessment.requirement_id;
  task.criterion_id = assessment.criterion_id;
  task.title = text.title;
  task.description = text.description;
  return task;
}

bool is_gap(const Assessment& assessment) {
  return assessment.status == AssessmentStatus::Partial ||
         assessment.status == AssessmentStatus::Missing;
}

// Gives each gap one task: the open one of an earlier run of the pack, or else a new one. Open
// tasks record that their requirement is now COMPLETE; only a person closes them.
void store_tasks(const JobContext& context, pg::Tx& tx, const RunState& state,
                 const std::vector<Assessment>& assessments) {
  const RunId& run = state.run.id;
  // Without the lock, two runs that end at once would each create a task for the same gap.
  tasks::lock_pack(tx, context.tenant(), state.run.pack);
  std::set<std::string> stored;  // by an earlier worker
  for (const tasks::Task& task : tasks::of_run(tx, context.tenant(), run)) {
    stored.insert(task.requirement_id);
  }
  std::multimap<std::string, TaskId> open;  // newest first for each requirement
  for (tasks::OpenTask& task : tasks::open_of_pack(tx, context.tenant(), state.run.pack)) {
    open.emplace(std::move(task.requirement_id), task.id);
  }
  for (const Assessment& assessment : assessments) {
    const auto [first, last] = open.equal_range(assessment.requirement_id);
    if (is_gap(assessment) && !stored.contains(assessment.requirement_id)) {
      if (first == last) {
        tasks::insert(tx, context.tenant(), {task_for(state, assessment)});
      } else {
        tasks::link(tx, context.tenant(), {first->second, run, assessment.requirement});
      }
    }
    if (assessment.status != AssessmentStatus::Complete) continue;
    for (auto task = first; task != last; ++task) {
      tasks::link(tx, context.tenant(), {task->second, run, assessment.requirement, true});
    }
  }
}

// Collects everything in the snapshot that does not depend on the instant of completion.
SnapshotParts gather(const JobContext& context, const RunState& state) {
  return context.reading([&](pg::Tx& tx) {
    SnapshotParts parts;
    parts.assessments = store::assessments::list(tx, context.tenant(), state.run.id);
    parts.tasks = tasks::of_run(tx, context.tenant(), state.run.id);
    parts.exchanges = store::llm_exchanges::of_run(tx, context.tenant(), state.run.id);
    parts.criteria = store::packs::criteria(tx, state.run.criteria_version);
    return parts;
  });
}

// Freezes the run as it will be once this transaction commits. Returns the hash, if captured.
std::optional<std::string> capture(const JobContext& context, pg::Tx& tx, const RunState& state,
                                   const Json& frozen, Timestamp at,
                                   const std::optional<std::string>& failures) {
  if (!context.services().config.snapshot_capture) return std::nullopt;
  auto run = runs::find(tx, context.tenant(), state.run.id);
  if (!run) throw ClaimLost();
  run->status = RunStatus::Completed;
  run->completed_at = at;
  run->failure_reason = failures;
  run->snapshot_status = SnapshotStatus::Captured;
  const std::string bytes = snapshot_bytes(*run, frozen);
  const std::string hash = sha256_hex(bytes);
  store::snapshots::insert(tx, context.tenant(), state.run.id, {bytes, hash, at});
  return hash;
}

// Orders the report that every run creates. It is an item of its own, so that a run is complete
// without it and a failed report does not fail the run.
ExportId order_report(const JobContext& context, pg::Tx& tx, const RunId& run) {
  auto id = ExportId::fresh();
  store::exports::create(tx, context.tenant(), {id, run, ExportFormat::Pdf, std::nullopt});
  return id;
}

void append_audit(const JobContext& context, pg::Tx& tx, const RunId& run,
                  const std::optional<std::string>& snapshot_hash) {
  store::audit::Event event;
  event.action = "run.completed";
  event.object_type = "run";
  event.object_id = run.value;
  event.run_id = run;
  event.detail = Json::object()
                     .set("snapshotHash", snapshot_hash)
                     .set("digests", store::run_digests::of(tx, context.tenant(), run))
                     .canonical();
  store::audit::append(tx, context.tenant(), event);
}

}  // namespace

void generate_tasks(const JobContext& context, const RunState& state) {
  const auto assessments = saved_assessments(context, state);
  begin_step(context, state, StepName::TaskGeneration,
             Json::object().set("assessmentCount", assessments.size()));
  context.fenced([&](pg::Tx& tx) { store_tasks(context, tx, state, assessments); });
  const auto stored = context.reading(
      [&](pg::Tx& tx) { return tasks::of_run(tx, context.tenant(), state.run.id); });
  Json ids = Json::array();
  Json linked = Json::array();
  for (const tasks::Task& task : stored) {
    ids.push(task.id.value);
    if (task.run != state.run.id) linked.push(task.id.value);
  }
  end_step(context, state, StepName::TaskGeneration,
           Json::object().set("taskIds", ids).set("linkedTaskIds", linked));
}

void export_run(const JobContext& context, const RunState& state) {
  const bool capturing = context.services().config.snapshot_capture;
  begin_step(context, state, StepName::Export, Json::object().set("snapshot", capturing));
  const SnapshotParts parts = gather(context, state);
  const Json frozen = capturing ? frozen_part(state, parts) : Json();
  const auto failures = failures_of(parts.assessments);
  context.fenced([&](pg::Tx& tx) {
    const Timestamp at = runs::database_now(tx);
    const auto hash = capture(context, tx, state, frozen, at, failures);
    const ExportId report = order_report(context, tx, state.run.id);
    const Json made =
        Json::object().set("snapshotHash", hash).set("exportIds", Json::array().push(report.value));
    runs::finish_step(tx, context.tenant(), state.run.id, StepName::Export,
                      {.output_refs = made, .at = at});
    if (!runs::complete(tx, context.tenant(), state.run.id, at, hash, failures)) throw ClaimLost();
    context.finish(tx);
    store::emails::tell_run_ended(tx, context.tenant(), state.run.id);
    store::events::emit(tx, context.tenant(), EventType::RunCompleted,
                        Json::object()
                            .set("runId", state.run.id.value)
                            .set("status", to_text(RunStatus::Completed))
                            .set("failureReason", failures));
    append_audit(context, tx, state.run.id, hash);
  });
  log::info("run_completed",
            {{"requirements", parts.assessments.size()}, {"documents", state.documents.size()}});
}

}  // namespace assay::jobs
