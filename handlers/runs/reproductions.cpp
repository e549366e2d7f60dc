// SPDX-License-Identifier: Apache-2.0
// Reproductions of runs: requests one, lists them, serves single ones. The pipeline does the work.
#include "db/store/runs/run_outputs.hpp"

#include "db/store/runs/runs.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/list_page.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/runs/named_run.hpp"

namespace assay::handlers {
namespace {

namespace reproductions = store::reproductions;
using store::runs::Run;

constexpr std::string_view kReproductionList = "reproductions";
constexpr std::string_view kReproduceAction = "run.reproduce";

reproductions::Reproduction find_reproduction(const Context& context, pg::Tx& tx,
                                              const ReproductionId& id) {
  return found(reproductions::find(tx, context.tenant, id), context, tx, kReproduction, id.value);
}

// Throws when there is no frozen result to compare with.
void require_reproducible(const Run& run) {
  require_ended(run, "it can be reproduced once it is COMPLETED");
  const Json details = Json::object()
                           .set("runId", run.id.value)
                           .set("status", to_text(run.status))
                           .set("snapshotStatus",
                                run.snapshot_status ? Json(to_text(*run.snapshot_status)) : Json());
  if (run.status != RunStatus::Completed) {
    throw Failure(ErrorCode::Conflict, "Only a COMPLETED run has a result to reproduce", details);
  }
  if (run.snapshot_status != SnapshotStatus::Captured) {
    throw Failure(ErrorCode::Conflict,
                  "The run is LEGACY: it has no frozen snapshot that could be evaluated again",
                  details);
  }
}

// Throws SNAPSHOT_INTEGRITY_FAILURE.
reproductions::Judge judge_of(const Context& context, pg::Tx& tx, const Run& run) {
  const Json judge = frozen_run(context, tx, run, kReproduceAction).json.get("evaluator");
  return {judge.get("id").as_string().value_or(run.evaluator),
          judge.get("version").as_string().value_or(""), judge.get("model").as_string()};
}

// nullopt when a request with the same Idempotency-Key was faster.
std::optional<Response> create_once(const Context& context, const RunId& run_id,
                                    const Idempotency& idempotency) {
  pg::Tx tx = context.write();
  if (auto answer = idempotency.earlier(tx)) return answer;
  const Run run = find_run(context, tx, run_id);
  require_reproducible(run);
  const auto id = ReproductionId::fresh();
  reproductions::create(tx, context.tenant,
                        {id, run_id, judge_of(context, tx, run), context.session.user});
  const Json made = store::render::reproduction(find_reproduction(context, tx, id));
  Response response = Response::json(202, Json::object().set("reproduction", made));
  if (!idempotency.keep(tx, response)) return std::nullopt;
  record(context, tx,
         {.action = kReproduceAction,
          .object_type = "run",
          .object_id = run_id.value,
          .run = run_id,
          .detail = Json::object().set("reproductionId", id.value)});
  tx.commit();
  return response;
}

}  // namespace

Response reproductions_create(Context& context) {
  const auto run = path_id<RunId>(context, kRun);
  require_no_body(context.request);
  const Idempotency idempotency(context, "");
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (auto response = create_once(context, run, idempotency)) return std::move(*response);
  }
  throw Failure(ErrorCode::Conflict, "Another request with this Idempotency-Key is in progress");
}

Response reproductions_list(Context& context) {
  const auto run = path_id<RunId>(context, kRun);
  const Page page(context, kReproductionList, reproductions::kOrders);
  const auto status = state_if_given<ReproductionStatus>(context.query, "status");
  pg::Tx tx = context.read();
  static_cast<void>(find_run(context, tx, run));
  const auto items = reproductions::list(tx, context.tenant, run, status, page.part());
  return Response::json(
      200, Json::object()
               .set("reproductions", store::render::list(items.rows, store::render::reproduction))
               .set("nextCursor", page.next(items)));
}

Response reproductions_get(Context& context) {
  const auto id = path_id<ReproductionId>(context, kReproduction);
  pg::Tx tx = context.read();
  return Response::json(200, store::render::reproduction(find_reproduction(context, tx, id)));
}

}  // namespace assay::handlers
