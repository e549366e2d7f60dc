// SPDX-License-Identifier: Apache-2.0
// Runs: lists, single ones, steps, assessments, cancelling. run_start.cpp starts them.
#include "db/store/runs.hpp"

#include "db/store/assessments.hpp"
#include "db/store/render.hpp"
#include "db/store/render_briefs.hpp"
#include "db/store/reviews.hpp"
#include "db/store/work.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/body.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/http/validate.hpp"

namespace assay::handlers {
namespace {

namespace runs = store::runs;

constexpr std::string_view kList = "runs";
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

runs::Run find_run(const Context& context, pg::Tx& tx, const RunId& id) {
  return found(runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
}

Response brief_assessments(const Context& context, pg::Tx& tx, const RunId& id, const Page& page) {
  const auto run = runs::find_later(tx, context.tenant, id);
  auto items = store::briefs::of_run(tx, context.tenant, id, page.after_number(), page.wanted());
  static_cast<void>(found(run.get(), context, tx, kRun, id.value));
  const Json next = page.cut(items, [](const store::briefs::Brief& last) { return last.position; });
  return Response::json(200,
                        Json::object()
                            .set("assessments", store::render::list(items, store::render::brief))
                            .set("nextCursor", next));
}

}  // namespace

Response runs_list(Context& context) {
  const Page page(context, kList);
  const auto after = page.after<runs::Position>();
  const runs::Filter filter = filter_of(context.query);
  pg::Tx tx = context.read();
  if (filter.pack) refuse_foreign(context, tx, kPack, filter.pack->value);
  if (filter.started_by) refuse_foreign(context, tx, kStarter, filter.started_by->value);
  const auto total = runs::count(tx, context.tenant, filter);
  auto items = runs::list(tx, context.tenant, filter, after, page.wanted());
  const Json next = page.cut(items, [](const runs::Run& last) {
    return cursor::Keyset{last.created_at, last.id.value};
  });
  return Response::json(200, Json::object()
                                 .set("runs", store::render::list(items, store::render::run))
                                 .set("total", total.get())
                                 .set("nextCursor", next));
}

Response runs_get(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::run(find_run(context, tx, id)));
}

Response runs_steps(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  const Page page(context, kStepList);
  const auto after = page.after_number();
  const auto number_of = [](const runs::Step& step) {
    return static_cast<std::int64_t>(step.name);
  };
  pg::Tx tx = context.read();
  static_cast<void>(find_run(context, tx, id));
  auto steps = runs::steps(tx, context.tenant, id);
  std::erase_if(steps, [&](const runs::Step& step) { return after && number_of(step) <= *after; });
  const Json next = page.cut(steps, number_of);
  const auto render = [&](const runs::Step& step) { return store::render::step(id, step); };
  return Response::json(
      200, Json::object().set("steps", store::render::list(steps, render)).set("nextCursor", next));
}

Response runs_assessments(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  const bool brief = flag_of(context.query, "brief");
  const Page page(context, kAssessmentList, WithoutLimit::Whole);
  const auto after = page.after_number();
  pg::Tx tx = context.read();
  if (brief) return brief_assessments(context, tx, id, page);
  const auto run = runs::find_later(tx, context.tenant, id);
  const auto reviews = store::reviews::last_of_run(tx, context.tenant, id);
  auto items = store::assessments::page(tx, context.tenant, id, after, page.wanted());
  static_cast<void>(found(run.get(), context, tx, kRun, id.value));
  const Json next =
      page.cut(items, [](const store::assessments::Assessment& last) { return last.position; });
  const auto reviewed = reviews.get();
  const auto render = [&](const store::assessments::Assessment& assessment) {
    // Added to the record, which matches the snapshot's as long as nobody has reviewed it.
    Json record = store::render::assessment(assessment);
    const auto review = reviewed.find(assessment.id);
    if (review != reviewed.end()) record.set("review", store::render::review(review->second));
    return record;
  };
  return Response::json(200, Json::object()
                                 .set("assessments", store::render::list(items, render))
                                 .set("nextCursor", next));
}

Response runs_cancel(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  // A worker locks its item, then the run. In the reverse order, each would wait for the other.
  store::work::drop(tx, context.tenant, store::work::Kind::Run, id.value);
  const runs::Run before = found(runs::lock(tx, context.tenant, id), context, tx, kRun, id.value);
  if (!runs::cancel(tx, context.tenant, id)) {
    throw Failure(ErrorCode::Conflict, "The run has already ended",
                  Json::object().set("status", to_text(before.status)));
  }
  const runs::Run after = find_run(context, tx, id);
  record(context, tx,
         {.action = "run.cancel",
          .object_type = "run",
          .object_id = id.value,
          .run = id,
          .detail = Json::object().set("status", to_text(before.status))});
  tx.commit();
  return Response::json(200, Json::object().set("run", store::render::run(after)));
}

}  // namespace assay::handlers
