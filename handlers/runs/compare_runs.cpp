// SPDX-License-Identifier: Apache-2.0
// Compares two runs of one pack.
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/runs/ended_run.hpp"
#include "handlers/runs/run_comparison.hpp"

namespace assay::handlers {
namespace {

ComparedRun read(const Context& context, pg::Tx& tx, const Kind& kind, const RunId& id) {
  ComparedRun out;
  out.run = found(store::runs::find(tx, context.tenant, id), context, tx, kind, id.value);
  require_ended(out.run, "it can be compared once it has");
  out.documents = store::runs::documents(tx, context.tenant, id);
  out.assessments = store::assessments::list(tx, context.tenant, id);
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
