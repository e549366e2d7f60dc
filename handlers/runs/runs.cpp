// SPDX-License-Identifier: Apache-2.0
// Runs: the list, one run with its steps and assessments, cancelling, the results under other
// thresholds, and the comparison with another run.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "core/base/states.hpp"
#include "db/store/events/emails.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/runs/snapshots.hpp"
#include "db/store/work/batches.hpp"
#include "db/store/work/queue.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/runs/named_run.hpp"
#include "handlers/runs/run_comparison.hpp"

namespace assay::handlers {
namespace {

namespace runs = store::runs;

constexpr std::string_view kRunList = "runs";
constexpr std::string_view kStepList = "steps";
constexpr std::string_view kAssessmentList = "assessments";

runs::Filter filter_of(const fcgi::Query& query) {
  runs::Filter filter{state_if_given<RunStatus>(query, "status"),
                      id_if_given<PackId>(query, kPack.id_name),
                      id_if_given<UserId>(query, kStarter.id_name), instant_of(query, "from"),
                      instant_of(query, "to")};
  if (filter.from && filter.to && *filter.to < *filter.from) {
    refuse_field("to", "must not be before from");
  }
  return filter;
}

// A run has a handful of steps, which are read together.
constexpr std::array kStepOrderKeys{pg::by_number("stepIndex", "")};
constexpr pg::Orders kStepOrders{kStepOrderKeys, false};

pg::PartOf<runs::Step> part_of_steps(std::vector<runs::Step> steps, const pg::Part& part,
                                     const RunId& run) {
  if (part.descending) std::ranges::reverse(steps);
  const auto place_of = [&](const runs::Step& step) {
    return pg::Place{std::to_string(static_cast<int>(step.name)), run.value};
  };
  pg::PartOf<runs::Step> found;
  bool begun = !part.after;
  for (runs::Step& step : steps) {
    if (!begun) {
      begun = place_of(step).value == part.after->value;
    } else if (static_cast<std::int64_t>(found.rows.size()) == part.limit) {
      found.last = place_of(found.rows.back());
      break;
    } else {
      found.rows.push_back(std::move(step));
    }
  }
  return found;
}

Response brief_assessments(const Context& context, pg::Tx& tx, const RunId& id,
                           const store::assessments::Filter& filter, const Page& page) {
  const auto run = runs::find_later(tx, context.tenant, id);
  const auto items = store::briefs::of_run(tx, context.tenant, id, filter, page.part());
  static_cast<void>(found(run.get(), context, tx, kRun, id.value));
  return Response::json(
      200, Json::object()
               .set("assessments", store::render::list(items.rows, store::render::brief))
               .set("nextCursor", page.next(items)));
}

}  // namespace

Response runs_list(Context& context) {
  const Page page(context, kRunList, runs::kOrders);
  const runs::Filter filter = filter_of(context.query);
  pg::Tx tx = context.read();
  if (filter.pack) refuse_foreign(context, tx, kPack, filter.pack->value);
  if (filter.started_by) refuse_foreign(context, tx, kStarter, filter.started_by->value);
  const auto total = runs::count(tx, context.tenant, filter);
  const auto items = runs::list(tx, context.tenant, filter, page.part());
  return Response::json(200, Json::object()
                                 .set("runs", store::render::list(items.rows, store::render::run))
                                 .set("total", total.get())
                                 .set("nextCursor", page.next(items)));
}

Response runs_get(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::run(find_run(context, tx, id)));
}

Response runs_steps(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  const Page page(context, kStepList, kStepOrders);
  pg::Tx tx = context.read();
  static_cast<void>(find_run(context, tx, id));
  const auto steps = part_of_steps(runs::steps(tx, context.tenant, id), page.part(), id);
  const auto render = [&](const runs::Step& step) { return store::render::step(id, step); };
  return Response::json(200, Json::object()
                                 .set("steps", store::render::list(steps.rows, render))
                                 .set("nextCursor", page.next(steps)));
}

Response runs_assessments(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  const bool brief = flag_of(context.query, "brief");
  const Page page(context, kAssessmentList, store::assessments::kOrders, WithoutLimit::Whole);
  const store::assessments::Filter filter{state_if_given<AssessmentStatus>(context.query, "status"),
                                          number_if_given(context.query, "criterionId")};
  pg::Tx tx = context.read();
  if (brief) return brief_assessments(context, tx, id, filter, page);
  const auto run = runs::find_later(tx, context.tenant, id);
  const auto reviews = store::reviews::last_of_run(tx, context.tenant, id);
  const auto items = store::assessments::page(tx, context.tenant, id, filter, page.part());
  static_cast<void>(found(run.get(), context, tx, kRun, id.value));
  const auto reviewed = reviews.get();
  const auto render = [&](const store::assessments::Assessment& assessment) {
    // Added to the record, which matches the snapshot's as long as nobody has reviewed it.
    Json record = store::render::assessment(assessment);
    const auto review = reviewed.find(assessment.id);
    if (review != reviewed.end()) record.set("review", store::render::review(review->second));
    return record;
  };
  return Response::json(200, Json::object()
                                 .set("assessments", store::render::list(items.rows, render))
                                 .set("nextCursor", page.next(items)));
}

Response runs_cancel(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  // A worker locks its item, then the run. In the reverse order, each would wait for the other.
  store::work::drop(tx, context.tenant, store::work::Kind::Run, id.value);
  store::batches::drop(tx, context.tenant, id);
  const runs::Run before = found(runs::lock(tx, context.tenant, id), context, tx, kRun, id.value);
  if (!runs::cancel(tx, context.tenant, id)) {
    throw Failure(ErrorCode::Conflict, "The run has already ended",
                  Json::object().set("status", to_text(before.status)));
  }
  const runs::Run after = find_run(context, tx, id);
  store::emails::tell_run_ended(tx, context.tenant, id, context.session.user);
  store::events::emit(tx, context.tenant, EventType::RunCancelled,
                      Json::object().set("runId", id.value).set("status", to_text(after.status)));
  record(context, tx,
         {.action = "run.cancel",
          .object_type = "run",
          .object_id = id.value,
          .run = id,
          .detail = Json::object()
                        .set("status", to_text(before.status))
                        .set("digests", store::run_digests::of(tx, context.tenant, id))});
  tx.commit();
  return Response::json(200, Json::object().set("run", store::render::run(after)));
}

namespace {

using Counts = std::map<AssessmentStatus, std::int64_t>;

std::optional<double> fraction_of(const fcgi::Query& query, std::string_view name) {
  const auto text = query.get(name);
  if (!text) return std::nullopt;
  double value = 0;
  const char* end = text->data() + text->size();
  const auto read = std::from_chars(text->data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || !(value > 0 && value <= 1)) {
    refuse_field(name, "must be a number above 0 and up to 1");
  }
  return value;
}

Thresholds thresholds_of(const fcgi::Query& query, const store::runs::Run& run) {
  const Thresholds wanted{fraction_of(query, "complete").value_or(run.threshold_complete),
                          fraction_of(query, "partial").value_or(run.threshold_partial)};
  if (!valid(wanted) && query.get("partial")) refuse_field("partial", "must not be above complete");
  if (!valid(wanted)) refuse_field("complete", "must not be below the run's threshold for PARTIAL");
  return wanted;
}

Json render_thresholds(const Thresholds& limits) {
  return Json::object().set("complete", limits.complete).set("partial", limits.partial);
}

Json change(const store::assessments::Assessment& assessment, AssessmentStatus to) {
  return Json::object()
      .set("assessmentId", assessment.id.value)
      .set("requirementId", assessment.requirement_id)
      .set("title", assessment.title)
      .set("confidence", assessment.confidence)
      .set("from", to_text(assessment.status))
      .set("to", to_text(to));
}

}  // namespace

Response runs_what_if(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  const auto run = find_run(context, tx, id);
  const Thresholds wanted = thresholds_of(context.query, run);
  Counts now;
  Counts then;
  Json changes = Json::array();
  for (const auto& assessment : store::assessments::list(tx, context.tenant, id)) {
    const bool cited = assessment.citations.size() > 0;
    const auto to = status_under(assessment.status, assessment.confidence, cited, wanted);
    ++now[assessment.status];
    ++then[to];
    if (to != assessment.status) changes.push(change(assessment, to));
  }
  const Thresholds pinned{run.threshold_complete, run.threshold_partial};
  return Response::json(200, Json::object()
                                 .set("runId", id.value)
                                 .set("from", Json::object()
                                                  .set("thresholds", render_thresholds(pinned))
                                                  .set("counts", state_counts(now)))
                                 .set("thresholds", render_thresholds(wanted))
                                 .set("counts", state_counts(then))
                                 .set("changes", changes));
}

namespace {

ComparedRun read(const Context& context, pg::Tx& tx, const Kind& kind, const RunId& id) {
  ComparedRun out;
  out.run = found(store::runs::find(tx, context.tenant, id), context, tx, kind, id.value);
  require_ended(out.run, "it can be compared once it has");
  out.documents = store::runs::documents(tx, context.tenant, id);
  out.assessments = store::assessments::list(tx, context.tenant, id);
  out.expansions = store::expansions::of_run(tx, context.tenant, id);
  return out;
}

}  // namespace

Response runs_compare(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  const auto other = path_id<RunId>(context, kOtherRun);
  pg::Tx tx = context.read();
  const ComparedRun from = read(context, tx, kRun, id);
  const ComparedRun to = read(context, tx, kOtherRun, other);
  if (from.run.pack != to.run.pack) {
    throw Failure(
        ErrorCode::Conflict, "The runs are of different packs and cannot be compared",
        Json::object().set("packId", from.run.pack.value).set("otherPackId", to.run.pack.value));
  }
  return Response::json(200, compare(from, to));
}

}  // namespace assay::handlers
