// SPDX-License-Identifier: Apache-2.0
// Starts a run: pins everything it judges by, in one transaction.
#include <algorithm>

#include "core/base/vocabularies.hpp"
#include "core/settings/service_settings.hpp"
#include "core/trace/log.hpp"
#include "db/store/evidence/corpora.hpp"
#include "db/store/evidence/documents.hpp"
#include "db/store/packs/packs.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/runs/runs.hpp"
#include "db/store/work/queue.hpp"
#include "db/wire/render.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/envelope.hpp"
#include "handlers/http/handlers.hpp"
#include "handlers/http/input.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/packs/bindings.hpp"

namespace assay::handlers {
namespace {

namespace runs = store::runs;
using store::bindings::Binding;
using store::packs::Requirement;

constexpr std::size_t kMaxNamed = 1000;
constexpr std::size_t kMaxId = 200;

// The fields of the body.
struct Wish {
  std::optional<std::string> pack;
  std::optional<std::vector<std::string>> requirements;
  std::optional<std::vector<std::string>> documents;
  std::optional<std::string> rerun_of;
};

Wish read_wish(const Body& body) {
  return {body.optional_text("packId", kMaxId), body.texts("requirementIds", kMaxNamed),
          body.texts("documentIds", kMaxNamed), body.optional_text("rerunOf", kMaxId)};
}

[[noreturn]] void refuse_pin(std::string_view pin, const Json& pinned, const Json& current) {
  throw Failure(ErrorCode::Conflict, "What is in force no longer matches what that run pinned",
                Json::object().set("pin", pin).set("pinned", pinned).set("current", current));
}

Json id_or_null(const std::optional<ActivationId>& id) {
  return id ? Json(id->value) : Json();
}

// now: the pins that do not come from the binding.
void require_same_pins(const runs::Run& run, const Binding& binding, const runs::NewRun& now) {
  if (run.criteria_version != binding.criteria_version) {
    refuse_pin("snapshotCriteriaVersionId", run.criteria_version.value,
               binding.criteria_version.value);
  }
  if (run.corpus_activation != now.corpus_activation) {
    refuse_pin("snapshotCorpusActivationId", id_or_null(run.corpus_activation),
               id_or_null(now.corpus_activation));
  }
  if (run.glossary_version != now.glossary_version) {
    refuse_pin("glossaryVersion", run.glossary_version, now.glossary_version);
  }
  if (run.threshold_complete != binding.threshold_complete) {
    refuse_pin("thresholds.complete", run.threshold_complete, binding.threshold_complete);
  }
  if (run.threshold_partial != binding.threshold_partial) {
    refuse_pin("thresholds.partial", run.threshold_partial, binding.threshold_partial);
  }
  if (run.evaluator != binding.evaluator) {
    refuse_pin("evaluator", run.evaluator, binding.evaluator);
  }
  if (run.evaluator_model != now.evaluator_model) {
    refuse_pin("evaluatorModel", run.evaluator_model, now.evaluator_model);
  }
  if (run.model != now.model) refuse_pin("model", run.model, now.model);
}

// Compares the calibration for the evaluator version that judged the earlier run. Only the pipeline
// knows whether that version still exists.
void require_same_calibration(pg::Tx& tx, const TenantId& tenant, const runs::Run& run) {
  if (run.evaluator != kBuiltinEvaluator || !run.evaluator_version) return;
  const auto in_force = store::calibrations::in_force(tx, tenant, *run.evaluator_version);
  if (run.calibration_version != in_force) {
    refuse_pin("calibrationVersion", run.calibration_version, in_force);
  }
}

// The language model that judges, when the binding's evaluator is one.
std::optional<std::string> evaluator_model(const Config& config, const Binding& binding) {
  if (binding.evaluator != kLlmEvaluator) return std::nullopt;
  if (!config.llm.enabled()) {
    throw Failure(ErrorCode::Conflict,
                  "The binding's evaluator is a language model, but none is configured",
                  Json::object().set("evaluator", binding.evaluator));
  }
  return config.llm.model;
}

std::optional<runs::Run> earlier_run(const Context& context, pg::Tx& tx, const Wish& wish) {
  if (!wish.rerun_of) return std::nullopt;
  const auto id = RunId::parse(*wish.rerun_of);
  if (!id) throw Failure(not_found(kRun.title, kRun.id_name, *wish.rerun_of));
  auto run = found(runs::find(tx, context.tenant, *id), context, tx, kRun, *wish.rerun_of);
  if (wish.pack && *wish.pack != run.pack.value) {
    refuse_field("packId", "is not the pack of the run named by rerunOf");
  }
  return run;
}

// The named requirements (by label or record id) in pack order; all of them without names.
std::vector<RequirementRecordId> choose(const Context& context, pg::Tx& tx,
                                        const std::vector<Requirement>& requirements,
                                        const std::optional<std::vector<std::string>>& names) {
  std::vector<RequirementRecordId> chosen;
  std::size_t matched = 0;
  for (const Requirement& requirement : requirements) {
    std::size_t hits = 0;
    if (names) {
      for (const std::string& name : *names) {
        if (name == requirement.id.value || name == requirement.requirement_id) ++hits;
      }
    }
    matched += hits;
    if (!names || hits > 0) chosen.push_back(requirement.id);
  }
  if (!names || matched == names->size()) return chosen;
  for (const std::string& name : *names) {
    const bool known = std::any_of(requirements.begin(), requirements.end(), [&](const auto& r) {
      return name == r.id.value || name == r.requirement_id;
    });
    if (!known) throw_absent(context, tx, kRequirement, name);
  }
  return chosen;
}

std::vector<RequirementRecordId> chosen_requirements(const Context& context, pg::Tx& tx,
                                                     const Wish& wish, const Binding& binding,
                                                     const std::optional<runs::Run>& earlier) {
  const bool as_before = earlier && !wish.requirements;
  const auto requirements = as_before
                                ? store::packs::requirements_of_run(tx, context.tenant, earlier->id)
                                : store::packs::requirements(tx, binding.criteria_version);
  auto chosen = choose(context, tx, requirements, wish.requirements);
  if (chosen.empty()) throw Failure(ErrorCode::Conflict, "The pack has no requirements");
  return chosen;
}

std::optional<std::vector<DocumentId>> chosen_documents(const Wish& wish) {
  if (!wish.documents) return std::nullopt;
  std::vector<DocumentId> chosen;
  for (const std::string& text : *wish.documents) {
    const auto id = DocumentId::parse(text);
    if (!id) throw Failure(not_found(kDocument.title, kDocument.id_name, text));
    chosen.push_back(*id);
  }
  return chosen;
}

// Called when fewer documents were pinned than named. Throws with those that do not fit, and why.
[[noreturn]] void refuse_documents(const Context& context, pg::Tx& tx,
                                   const std::vector<DocumentId>& named) {
  Json unfit = Json::array();
  for (const DocumentId& id : named) {
    const auto document =
        found(store::documents::find(tx, context.tenant, id), context, tx, kDocument, id.value);
    if (document.status == DocumentStatus::Ready && document.chunk_count.value_or(0) > 0) continue;
    unfit.push(Json::object().set("documentId", id.value).set("status", to_text(document.status)));
  }
  throw Failure(ErrorCode::Conflict, "Only READY documents can be assessed",
                Json::object().set("documents", unfit));
}

// Throws Failure 422 if the tenant has so many unfinished runs that it must wait for some to end.
// Simultaneous requests may exceed the limit by their number.
void require_room(const Context& context, pg::Tx& tx) {
  const std::int64_t allowed = context.services.config.tenant_max_open_runs;
  if (allowed == 0) return;
  const std::int64_t found = store::work::live(tx, context.tenant, store::work::Kind::Run) + 1;
  if (found <= allowed) return;
  throw Failure(
      ErrorCode::LimitExceeded,
      "With this run the tenant would have " + std::to_string(found) +
          " runs that have not ended, and at most " + std::to_string(allowed) +
          " are allowed. Wait for them, or cancel some.",
      Json::object().set("limit", "openRuns").set("allowed", allowed).set("found", found));
}

RunId create_run(const Context& context, pg::Tx& tx, const Wish& wish) {
  const auto earlier = earlier_run(context, tx, wish);
  const Binding binding =
      chosen_binding(context, tx, earlier ? std::optional(earlier->pack.value) : wish.pack);
  runs::NewRun run;
  run.model = model_package_id(context.services.config.model_dir);
  run.corpus_activation = store::corpora::in_force(tx, context.tenant, binding.pack);
  run.glossary_version = store::glossaries::in_force(tx, context.tenant);
  run.evaluator_model = evaluator_model(context.services.config, binding);
  if (earlier) {
    require_same_pins(*earlier, binding, run);
    require_same_calibration(tx, context.tenant, *earlier);
  }
  run.id = RunId::fresh();
  run.pack = binding.pack;
  run.criteria_version = binding.criteria_version;
  run.threshold_complete = binding.threshold_complete;
  run.threshold_partial = binding.threshold_partial;
  run.similarity_threshold = context.services.config.similarity_threshold;
  run.evaluator = binding.evaluator;
  run.started_by = context.session.user;
  run.caller = context.trace;
  if (earlier) run.rerun_of = earlier->id;
  run.requirements = chosen_requirements(context, tx, wish, binding, earlier);
  run.documents = chosen_documents(wish);
  // A READY archive is replaced by its READY files.
  if (run.documents) {
    run.documents = store::archives::expand(tx, context.tenant, *run.documents);
  }
  const std::int64_t pinned = runs::create(tx, context.tenant, run);
  if (run.documents && pinned != static_cast<std::int64_t>(run.documents->size())) {
    refuse_documents(context, tx, *run.documents);
  }
  store::work::enqueue(tx, context.tenant, store::work::Kind::Run, run.id.value, 0, Json::object(),
                       run.evaluator_model.has_value());
  return run.id;
}

// nullopt when a request with the same Idempotency-Key was faster.
std::optional<Response> start_once(const Context& context, const Wish& wish,
                                   const Idempotency& idempotency) {
  pg::Tx tx = context.write();
  if (auto answer = idempotency.earlier(tx)) return answer;
  require_room(context, tx);
  const RunId id = create_run(context, tx, wish);
  const auto run = runs::find(tx, context.tenant, id);
  if (!run) throw std::logic_error("a run written just now is not there");
  Response response = Response::json(202, Json::object().set("run", store::render::run(*run)));
  if (!idempotency.keep(tx, response)) return std::nullopt;
  record(context, tx,
         {.action = "run.start",
          .object_type = "run",
          .object_id = id.value,
          .run = id,
          .detail = Json::object()
                        .set("packId", run->pack.value)
                        .set("criteriaVersionId", run->criteria_version.value)
                        .set("evaluator", run->evaluator)
                        .set("evaluatorModel", run->evaluator_model)
                        .set("rerunOf", wish.rerun_of)});
  tx.commit();
  log::info("run_queued", {{"runId", id.value}});
  return response;
}

}  // namespace

Response runs_start(Context& context) {
  const Body body(context.request, "packId requirementIds documentIds rerunOf");
  const Wish wish = read_wish(body);
  const Idempotency idempotency(context, body.canonical());
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (auto response = start_once(context, wish, idempotency)) return std::move(*response);
  }
  throw Failure(ErrorCode::Conflict, "Another request with this Idempotency-Key is in progress");
}

}  // namespace assay::handlers
