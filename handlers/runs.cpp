// SPDX-License-Identifier: Apache-2.0
// Runs: lists, single ones, steps, assessments, cancelling. Starting is in run_start.cpp.
#include "db/store/runs.hpp"

#include <limits>

#include "db/store/assessments.hpp"
#include "db/store/render.hpp"
#include "db/store/work.hpp"
#include "handlers/access.hpp"
#include "handlers/body.hpp"
#include "handlers/handlers.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

namespace runs = store::runs;

constexpr std::string_view kList = "runs";
constexpr std::string_view kAssessmentList = "assessments";

runs::Run find_run(const Context& context, pg::Tx& tx, const RunId& id) {
  return found(runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
}

std::optional<runs::Position> position_of(const fcgi::Query& query) {
  const auto place = cursor_of(query, kList);
  if (!place) return std::nullopt;
  return runs::Position{place->at, RunId{place->id}};
}

}  // namespace

Response runs_list(Context& context) {
  const int limit = limit_of(context.query);
  const auto after = position_of(context.query);
  const auto status = state_if_given<RunStatus>(context.query, "status");
  pg::Tx tx = context.read();
  auto items = runs::list(tx, context.tenant, status, after, limit + 1);
  const std::int64_t total = runs::count(tx, context.tenant, status);
  const Json next = cut_page(items, limit, [](const runs::Run& last) {
    return cursor::encode(kList, {last.created_at, last.id.value});
  });
  return Response::json(200, Json::object()
                                 .set("runs", store::render::list(items, store::render::run))
                                 .set("total", total)
                                 .set("nextCursor", next));
}

Response runs_get(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::run(find_run(context, tx, id)));
}

Response runs_steps(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  static_cast<void>(find_run(context, tx, id));
  const auto steps = runs::steps(tx, context.tenant, id);
  const auto render = [&](const runs::Step& step) { return store::render::step(id, step); };
  return Response::json(200, Json::object().set("steps", store::render::list(steps, render)));
}

Response runs_assessments(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  const auto limit = limit_if_given(context.query);
  const std::int64_t start = number_cursor_of(context.query, kAssessmentList).value_or(0);
  pg::Tx tx = context.read();
  static_cast<void>(find_run(context, tx, id));
  // Without a limit everything is given: clients of the plain specification know no pages.
  const int most = limit ? *limit + 1 : std::numeric_limits<int>::max();
  auto items = store::assessments::page(tx, context.tenant, id, start, most);
  Json next;
  if (limit) {
    next = cut_page(items, *limit, [&](const store::assessments::Assessment& /*last*/) {
      return cursor::encode_number(kAssessmentList, start + *limit);
    });
  }
  return Response::json(
      200, Json::object()
               .set("assessments", store::render::list(items, store::render::assessment))
               .set("nextCursor", next));
}

Response runs_cancel(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  require_no_body(context.request);
  pg::Tx tx = context.write();
  // A worker locks its item, then the run: in the other order each would wait for the other.
  store::work::drop(tx, context.tenant, store::work::Kind::Run, id.value);
  const runs::Run before = found(runs::lock(tx, context.tenant, id), context, tx, kRun, id.value);
  if (!runs::cancel(tx, context.tenant, id)) {
    throw Failure(ErrorCode::Conflict, "The run has ended already",
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
