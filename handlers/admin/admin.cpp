// SPDX-License-Identifier: Apache-2.0
// Serves the administrator's view of a run.
#include "db/store/left_out.hpp"
#include "db/store/packs.hpp"
#include "db/store/render.hpp"
#include "db/store/runs.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/handlers.hpp"

namespace assay::handlers {
namespace {

namespace runs = store::runs;

Json render_pins(const runs::Run& run, const std::vector<runs::PinnedDocument>& documents,
                 const std::vector<store::left_out::Document>& left_out,
                 const std::vector<store::packs::Requirement>& requirements) {
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
      .set("documentsNotSearched", store::render::list(left_out, store::left_out::render))
      .set("documentsNotChosen", run.documents_not_chosen)
      .set("requirements", store::render::list(requirements, store::render::requirement));
}

}  // namespace

Response admin_run(Context& context) {
  const auto id = path_id<RunId>(context, kRun);
  pg::Tx tx = context.read();
  const runs::Run run = found(runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
  const auto steps = runs::steps(tx, context.tenant, id);
  const auto documents = runs::documents(tx, context.tenant, id);
  const auto left_out = store::left_out::list(tx, context.tenant, id);
  const auto requirements = store::packs::requirements_of_run(tx, context.tenant, id);
  const auto render = [&](const runs::Step& step) { return store::render::step(id, step); };
  return Response::json(200, Json::object()
                                 .set("run", store::render::run(run))
                                 .set("steps", store::render::list(steps, render))
                                 .set("pins", render_pins(run, documents, left_out, requirements)));
}

}  // namespace assay::handlers
