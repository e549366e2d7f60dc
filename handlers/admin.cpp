// SPDX-License-Identifier: Apache-2.0
// The administrator's view of a run, and of the audit trail.
#include "db/store/audit.hpp"
#include "db/store/packs.hpp"
#include "db/store/render.hpp"
#include "db/store/runs.hpp"
#include "handlers/access.hpp"
#include "handlers/handlers.hpp"
#include "handlers/trail.hpp"
#include "handlers/validate.hpp"

namespace assay::handlers {
namespace {

namespace audit = store::audit;
namespace runs = store::runs;

constexpr std::string_view kList = "audit-logs";

Json render_pins(const runs::Run& run, const std::vector<runs::PinnedDocument>& documents,
                 const std::vector<store::packs::Requirement>& requirements) {
  return Json::object()
      .set("packId", run.pack.value)
      .set("criteriaVersionId", run.criteria_version.value)
      .set("corpusActivationId", run.corpus_activation_id)
      .set("thresholds", Json::object()
                             .set("complete", run.threshold_complete)
                             .set("partial", run.threshold_partial))
      .set("similarityThreshold", run.similarity_threshold)
      .set("evaluator", run.evaluator)
      .set("model", run.model)
      .set("documents", store::render::list(documents, store::render::pinned_document))
      .set("requirements", store::render::list(requirements, store::render::requirement));
}

audit::Filter filter_of(const Context& context) {
  audit::Filter filter;
  filter.action = text_of(context.query, "action");
  filter.object_type = text_of(context.query, "objectType");
  filter.object_id = text_of(context.query, "objectId");
  filter.actor = text_of(context.query, "actor");
  filter.run_id = id_if_given<RunId>(context.query, kRun.id_name);
  filter.from = instant_of(context.query, "from");
  filter.to = instant_of(context.query, "to");
  return filter;
}

}  // namespace

Response admin_run(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  const runs::Run run = found(runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
  const auto steps = runs::steps(tx, context.tenant, id);
  const auto documents = runs::documents(tx, context.tenant, id);
  const auto requirements = store::packs::requirements_of_run(tx, context.tenant, id);
  const auto render = [&](const runs::Step& step) { return store::render::step(id, step); };
  return Response::json(200, Json::object()
                                 .set("run", store::render::run(run))
                                 .set("steps", store::render::list(steps, render))
                                 .set("pins", render_pins(run, documents, requirements)));
}

Response admin_audit_logs(Context& context) {
  const int limit = limit_of(context.query);
  const auto before = number_cursor_of(context.query, kList);
  const audit::Filter filter = filter_of(context);
  pg::Tx tx = context.write();
  if (filter.run_id) refuse_foreign(context, tx, kRun, filter.run_id->value);
  auto entries = audit::list(tx, context.tenant, filter, before, limit + 1);
  const std::int64_t total = audit::count(tx, context.tenant, filter);
  const Json next = cut_page(entries, limit, [](const audit::Entry& last) {
    return cursor::encode_number(kList, last.sequence);
  });
  // Whoever reads the trail is in it.
  record(context, tx,
         {.action = "audit.read", .object_type = "tenant", .object_id = context.tenant.value});
  tx.commit();
  const auto render = [&](const audit::Entry& entry) {
    return store::render::audit_entry(context.tenant, entry);
  };
  return Response::json(200, Json::object()
                                 .set("logs", store::render::list(entries, render))
                                 .set("total", total)
                                 .set("nextCursor", next));
}

}  // namespace assay::handlers
