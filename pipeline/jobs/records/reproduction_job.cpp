// SPDX-License-Identifier: Apache-2.0
// Evaluates a run again from its snapshot alone and compares.
#include "pipeline/jobs/records/record_jobs.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/base/vocabularies.hpp"
#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/run_outputs.hpp"
#include "db/store/runs/runs.hpp"
#include "db/wire/render.hpp"
#include "pipeline/jobs/runs/run_evaluate.hpp"
#include "pipeline/jobs/runs/run_job.hpp"
#include "pipeline/jobs/runs/snapshot.hpp"
#include "pipeline/llm/llm_evaluator.hpp"

namespace assay::jobs {
namespace {

using store::reproductions::Reproduction;

// Returns nullopt if nothing is left to do; the item is then ended.
std::optional<Reproduction> begin(const JobContext& context, const ReproductionId& id) {
  std::optional<Reproduction> wanted;
  context.fenced([&](pg::Tx& tx) {
    if (store::reproductions::start(tx, context.tenant(), id)) {
      wanted = store::reproductions::find(tx, context.tenant(), id);
    } else {
      context.finish(tx);
    }
  });
  return wanted;
}

FrozenState load(const JobContext& context, const RunId& id) {
  return context.reading([&](pg::Tx& tx) {
    auto run = store::runs::find(tx, context.tenant(), id);
    if (!run) throw ClaimLost();
    const auto record = frozen_record(context, tx, *run, "nothing was evaluated again");
    return frozen_state(std::move(*run), record.json);
  });
}

[[noreturn]] void refuse_evaluator(const std::string& wanted) {
  throw JobFailure("evaluator_unavailable", "The run was evaluated by " + wanted +
                                                ", which is not available here: another one would "
                                                "not give the same verdicts.");
}

bool asked_a_model(const FrozenState& frozen) {
  return frozen.state.run.evaluator == kLlmEvaluator;
}

// Whether the built-in evaluator gave a second opinion on the model's verdicts.
bool had_second_opinion(const FrozenState& frozen) {
  return std::any_of(frozen.assessments.begin(), frozen.assessments.end(), [](const auto& one) {
    return one.second.get("details").has("secondOpinion");
  });
}

// The original evaluator; for a model, its recorded answers. Throws JobFailure.
std::unique_ptr<assess::Evaluator> evaluator_of(const JobContext& context,
                                                const FrozenState& frozen,
                                                const EvaluatorTools& tools) {
  const store::runs::Run& run = frozen.state.run;
  const auto& known = context.services().evaluators;
  const auto made_here = [&](const std::string& id) {
    const auto factory = known.find(id);
    if (factory == known.end()) refuse_evaluator("the evaluator " + id);
    return factory->second(tools);
  };
  std::unique_ptr<assess::Evaluator> evaluator;
  if (asked_a_model(frozen)) {
    evaluator = std::make_unique<llm::RecordedEvaluator>(run.evaluator_model.value_or(""),
                                                         frozen.exchanges);
    if (had_second_opinion(frozen)) {
      evaluator = std::make_unique<llm::SecondOpinion>(std::move(evaluator),
                                                       made_here(std::string(kBuiltinEvaluator)),
                                                       tools.limits, kCandidates);
    }
  } else {
    evaluator = made_here(run.evaluator);
  }
  const std::string& made_by = frozen.state.evaluator_version;
  if (evaluator->version() != made_by) {
    throw JobFailure("evaluator_unavailable",
                     "The run was made by version " + made_by + " of the evaluator " +
                         run.evaluator + ", but this release has version " +
                         std::string(evaluator->version()) +
                         ", which judges by different rules and would not give the same verdicts. "
                         "Reproduce the run with the release that made it.");
  }
  return evaluator;
}

// Returns the results in the order of the inputs.
std::vector<Evaluated> evaluate_all(const JobContext& context, const FrozenState& frozen) {
  const RunState& state = frozen.state;
  const Config& config = context.services().config;
  std::atomic<bool> over{false};
  const auto evaluator = evaluator_of(
      context, frozen,
      {state.thresholds(), [&] { return over || context.lost() || context.interrupted(); },
       state.calibration});
  std::vector<std::size_t> all(state.inputs.size());
  std::iota(all.begin(), all.end(), 0);
  const EvaluationLimits limits{config.requirement_timeout, config.dev_timeout_requirement};
  EvaluationPool pool(
      all, [&](std::size_t i) { return evaluate_requirement(state, i, *evaluator, limits); },
      evaluator->max_at_once());
  const Ending ending{over};  // destroyed before the pool, which waits for its threads
  std::vector<Evaluated> results(state.inputs.size());
  for (auto finished = pool.take(); !finished.empty(); finished = pool.take()) {
    context.check();
    for (Evaluated& one : finished) results[one.requirement] = std::move(one);
  }
  return results;
}

// Compares by canonical JSON: the same value has the same bytes.
class Differences {
 public:
  Differences(Json& list, const std::string& requirement_id)
      : list_(list), requirement_id_(requirement_id) {}

  void compare(const std::string& field, const Json& frozen, const Json& reproduced) {
    if (frozen.canonical() == reproduced.canonical()) return;
    list_.push(Json::object()
                   .set("requirementId", requirement_id_)
                   .set("field", field)
                   .set("frozen", frozen)
                   .set("reproduced", reproduced));
  }

 private:
  Json& list_;
  const std::string& requirement_id_;
};

// Adds {requirementId, field, frozen, reproduced} to list for each difference, compared to the last
// bit: status, confidence, citations, reasoning, and each member of the details. Identifiers and
// times are not part of a verdict. from_record: no evaluator was asked again, so if both FAILED
// only the status is compared. frozen: null if the snapshot has none.
void add_differences(Json& list, const Json& frozen,
                     const store::assessments::Assessment& reproduced,
                     const std::string& requirement_id, bool from_record) {
  const Json again = store::render::assessment(reproduced);
  Differences differences(list, requirement_id);
  differences.compare("status", frozen.get("status"), again.get("status"));
  const bool both_failed = reproduced.status == AssessmentStatus::Failed &&
                           frozen.get("status").as_string() == again.get("status").as_string();
  if (from_record && both_failed) return;
  for (const char* field : {"confidence", "citations", "reasoning"}) {
    differences.compare(field, frozen.get(field), again.get(field));
  }
  const Json before = frozen.get("details");
  const Json after = again.get("details");
  std::set<std::string> members;
  for (std::string& key : before.keys()) members.insert(std::move(key));
  for (std::string& key : after.keys()) members.insert(std::move(key));
  for (const std::string& key : members) {
    differences.compare("details." + key, before.get(key), after.get(key));
  }
}

Json differences_of(const JobContext& context, const FrozenState& frozen) {
  if (frozen.state.run.model != context.services().embedder.model_id()) {
    throw JobFailure("model_unavailable", "The run was evaluated with the embedding model " +
                                              frozen.state.run.model +
                                              ", which is not available here.");
  }
  Json list = Json::array();
  for (const Evaluated& one : evaluate_all(context, frozen)) {
    const assess::RequirementText& requirement = frozen.state.inputs[one.requirement].text;
    const auto found = frozen.assessments.find(requirement.id);
    add_differences(list, found == frozen.assessments.end() ? Json() : found->second,
                    one.assessment, requirement.requirement_id, asked_a_model(frozen));
  }
  return list;
}

store::audit::Event completed(const Reproduction& wanted, const Json& differences) {
  store::audit::Event event;
  event.action = "reproduction.completed";
  event.object_type = "reproduction";
  event.object_id = wanted.id.value;
  event.run_id = wanted.run;
  event.detail = Json::object()
                     .set("identical", differences.size() == 0)
                     .set("differenceCount", differences.size())
                     .canonical();
  return event;
}
}  // namespace

void process_reproduction(const JobContext& context) {
  const ReproductionId id{context.claim().subject_id};
  const auto wanted = begin(context, id);
  if (!wanted) return;
  const log::Scope scope({{"runId", wanted->run.value}});
  const Json differences = differences_of(context, load(context, wanted->run));
  context.fenced([&](pg::Tx& tx) {
    if (!store::reproductions::complete(tx, context.tenant(), id, differences)) throw ClaimLost();
    context.finish(tx);
    store::audit::append(tx, context.tenant(), completed(*wanted, differences));
  });
  log::info("reproduced", {{"differences", differences.size()}});
}

bool fail_reproduction(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                       std::string_view reason) {
  return store::reproductions::mark_failed(tx, claim.tenant, ReproductionId{claim.subject_id}, code,
                                           reason);
}

}  // namespace assay::jobs
