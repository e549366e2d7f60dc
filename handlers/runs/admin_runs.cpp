// SPDX-License-Identifier: Apache-2.0
// What administrators see of a run: its pins, its trace, and its replay.
#include <algorithm>
#include <array>

#include "db/store/evidence/corpora.hpp"
#include "db/store/packs/expansions.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_trace.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/runs/tasks.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/runs/named_run.hpp"

namespace assay::handlers {
namespace {

namespace runs = store::runs;

Json render_pins(const runs::Run& run, const std::vector<runs::PinnedDocument>& documents,
                 const std::vector<store::left_out::Document>& left_out,
                 const std::vector<store::packs::Requirement>& requirements,
                 const std::vector<store::expansions::Expansion>& expansions) {
  return Json::object()
      .set("packId", run.pack.value)
      .set("criteriaVersionId", run.criteria_version.value)
      .set("corpusActivationId",
           run.corpus_activation ? Json(run.corpus_activation->value) : Json())
      .set("thresholds", Json::object()
                             .set("complete", run.threshold_complete)
                             .set("partial", run.threshold_partial))
      .set("similarityThreshold", run.similarity_threshold)
      .set("evaluator", run.evaluator)
      .set("evaluatorVersion", run.evaluator_version)
      .set("calibrationVersion", run.calibration_version)
      .set("glossaryVersion", run.glossary_version)
      .set("evaluatorModel", run.evaluator_model)
      .set("model", run.model)
      .set("documents", store::render::list(documents, store::render::pinned_document))
      .set("documentsNotSearched", store::render::list(left_out, store::render::left_out))
      .set("documentsNotChosen", run.documents_not_chosen)
      .set("requirements", store::render::list(requirements, store::render::requirement))
      .set("expansions", store::render::list(expansions, store::render::pinned_expansion));
}

}  // namespace

Response admin_run(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  const runs::Run run = find_run(context, tx, id);
  const auto steps = runs::steps(tx, context.tenant, id);
  const auto documents = runs::documents(tx, context.tenant, id);
  const auto left_out = store::left_out::list(tx, context.tenant, id);
  const auto requirements = store::packs::requirements_of_run(tx, context.tenant, id);
  const auto expansions = store::expansions::of_run(tx, context.tenant, id);
  const auto render = [&](const runs::Step& step) { return store::render::step(id, step); };
  return Response::json(
      200, Json::object()
               .set("run", store::render::run(run))
               .set("steps", store::render::list(steps, render))
               .set("pins", render_pins(run, documents, left_out, requirements, expansions)));
}

namespace {

namespace run_trace = store::run_trace;

std::string_view status_text(trace::Status status) {
  switch (status) {
    case trace::Status::Unset:
      return "UNSET";
    case trace::Status::Ok:
      return "OK";
    case trace::Status::Error:
      return "ERROR";
  }
  throw std::logic_error("a span's status has no name");
}

Json render_span(const run_trace::Seen& seen) {
  const trace::Span& span = *seen.span;
  Json ended;
  if (seen.ended) ended = to_iso8601(span.ended_at);
  return Json::object()
      .set("spanId", span.span_id)
      .set("parentSpanId", span.parent_span_id)
      .set("name", span.name)
      .set("startedAt", to_iso8601(span.started_at))
      .set("endedAt", ended)
      .set("status", status_text(span.status))
      .set("attributes", span.attributes);
}

}  // namespace

Response admin_trace(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  const auto run = find_run(context, tx, id);
  Json spans = Json::array();
  std::int64_t dropped = 0;
  for (const run_trace::Seen& seen : run_trace::trace_of(tx, run)) {
    spans.push(render_span(seen));
    dropped += seen.span->dropped_attributes;
  }
  return Response::json(200, Json::object()
                                 .set("traceId", run.trace_id)
                                 .set("rootSpanId", run.root_span_id)
                                 .set("spans", spans)
                                 .set("droppedAttributes", dropped));
}

namespace {

namespace render = store::render;

constexpr std::string_view kReplayAction = "run.replay";

// The parts of a snapshot that a replay shows, under their names in the snapshot.
constexpr std::array<std::string_view, 6> kParts{"run",       "criteria",    "requirements",
                                                 "documents", "assessments", "tasks"};

Json head_of(const runs::Run& run, bool frozen) {
  return Json::object()
      .set("runId", run.id.value)
      .set("snapshotStatus", to_text(frozen ? SnapshotStatus::Captured : SnapshotStatus::Legacy))
      .set("source", frozen ? "SNAPSHOT" : "LIVE");
}

Json render_frozen(const runs::Run& run, const store::frozen::Record& frozen) {
  Json body = head_of(run, true);
  body.set("snapshotHash", frozen.hash)
      .set("capturedAt", to_iso8601(frozen.captured_at))
      .set("integrity", "VERIFIED");
  for (const std::string_view part : kParts) body.set(part, frozen.json.get(part));
  // Snapshots of earlier releases do not have this member.
  const Json left = frozen.json.get("documentsNotSearched");
  body.set("documentsNotSearched", left.is_array() ? left : Json::array());
  return body.set("warnings", render::list(frozen.warnings, [](const std::string& warning) {
                    return Json(warning);
                  }));
}

// What may have changed since the run was made.
Json warnings_of(const Context& context, pg::Tx& tx, const runs::Run& run,
                 const std::vector<runs::PinnedDocument>& pinned) {
  Json warnings = Json::array();
  warnings.push("The run has no snapshot: this comes from the current records");
  const std::size_t left = runs::documents_now(tx, context.tenant, run.id).size();
  const std::size_t gone = pinned.size() - std::min(left, pinned.size());
  if (gone > 0) {
    warnings.push(std::to_string(gone) + " of the run's documents have been deleted since");
  }
  const auto binding = store::bindings::find(tx, context.tenant, run.pack);
  if (!binding) {
    warnings.push("The pack is no longer bound to the tenant");
  } else if (binding->criteria_version != run.criteria_version) {
    warnings.push("The pack's binding has moved to another criteria version since");
  } else if (binding->threshold_complete != run.threshold_complete ||
             binding->threshold_partial != run.threshold_partial) {
    warnings.push("The binding's thresholds have changed since");
  }
  if (store::corpora::in_force(tx, context.tenant, run.pack) != run.corpus_activation) {
    warnings.push("Another corpus has been activated for the pack since");
  }
  if (store::glossaries::in_force(tx, context.tenant) != run.glossary_version) {
    warnings.push("The glossary has changed since");
  }
  warnings.push("Tasks show their current status, assignee and due date");
  return warnings;
}

Json render_live(const Context& context, pg::Tx& tx, const runs::Run& run) {
  const TenantId& tenant = context.tenant;
  const auto documents = runs::documents(tx, tenant, run.id);
  Json body = head_of(run, false);
  body.set("snapshotHash", nullptr)
      .set("capturedAt", nullptr)
      .set("integrity", "NOT_APPLICABLE")
      .set("run", render::run(run))
      .set("criteria",
           render::list(store::packs::criteria(tx, run.criteria_version), render::criterion))
      .set("requirements",
           render::list(store::packs::requirements_of_run(tx, tenant, run.id), render::requirement))
      .set("documents", render::list(documents, render::pinned_document))
      .set("documentsNotSearched",
           render::list(store::left_out::list(tx, tenant, run.id), store::render::left_out))
      .set("assessments",
           render::list(store::assessments::list(tx, tenant, run.id), render::assessment))
      .set("tasks", render::list(store::tasks::of_run(tx, tenant, run.id), render::task));
  return body.set("warnings", warnings_of(context, tx, run, documents));
}

void record_replay(const Context& context, pg::Tx& tx, const RunId& id, std::string_view source) {
  record(context, tx,
         {.action = kReplayAction,
          .object_type = "run",
          .object_id = id.value,
          .run = id,
          .detail = Json::object().set("source", source)});
  tx.commit();
}

Response with_limit(const Context& context, const Json& body) {
  Response response = Response::json(200, body);
  context.services.slots.records.limit().tell(response);
  return response;
}

}  // namespace

Response admin_replay(Context& context) {
  const Slots::Slot slot = context.services.slots.records.take(context.tenant.value);
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.write();
  const runs::Run run = find_run(context, tx, id);
  require_ended(run, "it can be replayed once it has");
  if (run.snapshot_status != SnapshotStatus::Captured) {
    require_unfrozen(context, tx, run, kReplayAction);
    const Json body = render_live(context, tx, run);
    record_replay(context, tx, id, "LIVE");
    return with_limit(context, body);
  }
  const Json body = render_frozen(run, frozen_run(context, tx, run, kReplayAction));
  record_replay(context, tx, id, "SNAPSHOT");
  return with_limit(context, body);
}

}  // namespace assay::handlers
