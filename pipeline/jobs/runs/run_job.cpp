// SPDX-License-Identifier: Apache-2.0
// Pins what a run uses, and runs its steps in order. Builds and hashes evaluators' inputs, and
// records the steps of a run.
#include "pipeline/jobs/runs/run_job.hpp"

#include "core/base/digest.hpp"
#include "core/base/vocabularies.hpp"
#include "core/trace/log.hpp"
#include "db/store/packs/tenant_choices.hpp"
#include "db/store/work/batches.hpp"
#include "pipeline/jobs/runs/run_retrieval.hpp"

namespace assay::jobs {
namespace {

assess::Calibration of_record(const store::calibrations::Calibration& record) {
  return {static_cast<int>(record.version),
          {record.confidence.slope, record.confidence.intercept},
          {record.supported.slope, record.supported.intercept}};
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : "; ").append(part);
  return text;
}

}  // namespace

assess::RequirementText text_of(const store::packs::Requirement& requirement) {
  return {requirement.id,
          requirement.requirement_id,
          requirement.criterion_title,
          requirement.title,
          requirement.subcheck_label.value_or(""),
          joined(requirement.expected_evidence)};
}

std::string input_hash(const RequirementInput& input) {
  Json candidates = Json::array();
  for (const assess::Candidate& candidate : input.candidates) {
    candidates.push(Json::object()
                        .set("chunkId", candidate.chunk.value)
                        .set("sha256", sha256_hex(candidate.content))
                        .set("score", candidate.score));
  }
  Json whole = Json::object();
  whole.set("id", input.text.id.value)
      .set("title", input.text.title)
      .set("criterionTitle", input.text.criterion_title)
      .set("subcheckLabel", input.text.subcheck_label)
      .set("expectedEvidence", input.text.expected_evidence)
      .set("candidates", candidates);
  if (!input.text.regulation.empty()) whole.set("regulation", regulation_refs(input.text));
  return sha256_hex(whole.canonical());
}

void begin_step(const JobContext& context, const RunState& state, StepName step,
                const Json& input_refs) {
  if (state.done.contains(step)) return context.check();
  context.fenced([&](pg::Tx& tx) {
    store::runs::start_step(tx, context.tenant(), state.run.id, step, input_refs);
  });
}

void end_step(const JobContext& context, const RunState& state, StepName step,
              const Json& output_refs, const std::optional<std::string>& error_details) {
  if (state.done.contains(step)) return context.check();
  context.fenced([&](pg::Tx& tx) {
    store::runs::finish_step(tx, context.tenant(), state.run.id, step,
                             {.output_refs = output_refs, .error_details = error_details});
    context.progressed(tx);
  });
}

namespace runs = store::runs;

RunState load_run(const JobContext& context, const RunId& id) {
  return context.reading([&](pg::Tx& tx) {
    RunState state;
    const auto run = runs::find(tx, context.tenant(), id);
    if (!run) throw ClaimLost();
    state.run = *run;
    state.requirements = store::packs::requirements_of_run(tx, context.tenant(), id);
    state.documents = runs::documents(tx, context.tenant(), id);
    state.left_out = store::left_out::list(tx, context.tenant(), id);
    if (const auto version = run->glossary_version) {
      state.glossary = store::glossaries::find(tx, context.tenant(), *version).value();
    }
    for (const runs::Step& step : runs::steps(tx, context.tenant(), id)) {
      if (step.status == StepStatus::Completed) state.done.insert(step.name);
      if (step.name == StepName::Assessment) state.assessment_span_id = step.span_id;
      if (step.name == StepName::Retrieval) state.retrieval_span_id = step.span_id;
    }
    return state;
  });
}

void check_pins(const JobContext& context, const RunState& state) {
  const Services& services = context.services();
  if (state.run.model != services.embedder.model_id()) {
    throw JobFailure("model_unavailable", "The run is pinned to the embedding model " +
                                              state.run.model + ", which is not available here.");
  }
  if (!services.evaluators.contains(state.run.evaluator)) {
    throw JobFailure("evaluator_unavailable", "The run is pinned to the evaluator " +
                                                  state.run.evaluator +
                                                  ", which is not available here.");
  }
  const std::string& judge = services.config.llm.model;
  if (state.run.evaluator == kLlmEvaluator && state.run.evaluator_model != judge) {
    throw JobFailure("evaluator_unavailable", "The run is pinned to the language model " +
                                                  state.run.evaluator_model.value_or("") +
                                                  ", which is not the one configured here.");
  }
  if (!valid(state.thresholds())) {
    throw JobFailure("thresholds_invalid", "The thresholds pinned by the run are not usable.");
  }
}

void load_calibration(pg::Tx& tx, RunState& state) {
  if (const auto version = state.run.calibration_version) {
    const auto found = store::calibrations::find(tx, state.run.tenant, *version);
    state.calibration = of_record(found.value());
  }
}

namespace {

// QUEUED -> IN_PROGRESS, or resumed. Returns false if the run is over or gone; the item then ends.
bool start(const JobContext& context, const RunId& id) {
  bool started = false;
  context.fenced([&](pg::Tx& tx) {
    started = runs::start(tx, context.tenant(), id);
    if (!started) return context.finish(tx);
    runs::pin_model(tx, context.tenant(), id, context.services().embedder.model_id());
  });
  return started;
}

// The run keeps the evaluator version and calibration in force at its start. Saved assessments of
// another version would put two evaluators into one record.
void pin_evaluator(const JobContext& context, RunState& state) {
  const EvaluatorFactory& factory = context.services().evaluators.at(state.run.evaluator);
  state.evaluator_version = factory({state.thresholds(), {}})->version();
  context.fenced([&](pg::Tx& tx) {
    runs::pin_evaluator(tx, context.tenant(), state.run.id, state.evaluator_version);
    const auto pinned = runs::find(tx, context.tenant(), state.run.id);
    if (!pinned) throw ClaimLost();
    state.run = *pinned;
    load_calibration(tx, state);
  });
  if (state.run.evaluator_version == state.evaluator_version) return;
  // All requirements are already judged: an evaluator has nothing left to do.
  if (state.done.contains(StepName::Assessment) && state.run.evaluator_version) {
    state.evaluator_version = *state.run.evaluator_version;
  } else {
    throw JobFailure("evaluator_unavailable",
                     "Some requirements of the run were judged by version " +
                         state.run.evaluator_version.value_or("") + " of the evaluator " +
                         state.run.evaluator + ", but this release has version " +
                         state.evaluator_version +
                         ", which judges by different rules. Start a new run.");
  }
}

}  // namespace

void process_run(const JobContext& context) {
  const RunId id{context.claim().subject_id};
  if (!start(context, id)) return;
  const log::Scope scope({{"runId", id.value}});
  const auto begun = std::chrono::steady_clock::now();
  RunState state = load_run(context, id);
  check_pins(context, state);
  pin_evaluator(context, state);
  ingest(context, state);
  retrieve(context, state);
  verify(context, state);
  state.preparation = std::chrono::duration_cast<std::chrono::milliseconds>(
                          std::chrono::steady_clock::now() - begun) -
                      state.asking;
  assess_requirements(context, state);
  generate_tasks(context, state);
  export_run(context, state);
}

bool fail_run(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
              std::string_view reason) {
  const RunId id{claim.subject_id};
  store::batches::drop(tx, claim.tenant, id);
  for (const runs::Step& step : runs::steps(tx, claim.tenant, id)) {
    if (step.status == StepStatus::InProgress) {
      runs::fail_step(tx, claim.tenant, id, step.name, reason, code);
    }
  }
  return runs::fail(tx, claim.tenant, id, reason, code);
}

}  // namespace assay::jobs
