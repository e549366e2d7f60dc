// SPDX-License-Identifier: Apache-2.0
// Evaluating one requirement within its budget, and wording what comes of it.
#include "pipeline/jobs/run_evaluate.hpp"

#include <cmath>
#include <thread>

#include "core/log.hpp"
#include "pipeline/assess/citations.hpp"
#include "pipeline/jobs/run_corpus.hpp"

namespace assay::jobs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kTimeout = "timeout";

// Why a requirement could not be evaluated.
struct Trouble {
  std::string_view code;
  std::string message;  // for a person
};

bool forced(const assess::RequirementText& requirement, const EvaluationLimits& limits) {
  return !limits.forced_timeout.empty() && (requirement.requirement_id == limits.forced_timeout ||
                                            requirement.id.value == limits.forced_timeout);
}

// Runs the evaluator against what is left of the budget. Throws DeadlineExceeded; the calls are
// there also then.
assess::Verdict evaluate(const RunState& state, const RequirementInput& input,
                         const assess::Evaluator& evaluator, const EvaluationLimits& limits,
                         std::chrono::milliseconds budget, std::vector<assess::ModelCall>& calls) {
  const Deadline deadline(
      std::max(Clock::duration::zero(), Clock::duration(budget - state.retrieval_time)));
  // The forced one must run out of time on any machine, however fast.
  while (forced(input.text, limits) && !deadline.passed()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (deadline.passed()) throw assess::DeadlineExceeded();
  assess::Verdict verdict = evaluator.evaluate(input.text, input.candidates, deadline);
  calls = verdict.calls;
  if (deadline.passed()) throw assess::DeadlineExceeded();
  if (!(verdict.confidence >= 0 && verdict.confidence <= 1)) {
    throw std::runtime_error("the evaluator's confidence is out of range");
  }
  return verdict;
}

std::string names_of(const std::vector<store::runs::PinnedDocument>& documents) {
  constexpr std::size_t kMostNames = 3;
  std::string names;
  for (std::size_t i = 0; i < documents.size() && i < kMostNames; ++i) {
    names.append(i == 0 ? "" : ", ").append(documents[i].original_filename);
  }
  if (documents.size() > kMostNames) names.append(" and others");
  return names;
}

// What a reader must know about the evidence beside the evaluator's own words.
std::string note_on_evidence(const RunState& state) {
  if (state.documents.empty()) {
    return "There was no evidence: no document was READY when the run was started.";
  }
  if (state.gone.size() == state.documents.size()) {
    return "There was no evidence: all documents of the run were deleted before it was evaluated.";
  }
  if (state.gone.empty()) return {};
  return "Not searched, because deleted after the run was started: " + names_of(state.gone) + ".";
}

Json skipped(const RunState& state) {
  Json list = Json::array();
  for (const store::runs::PinnedDocument& document : state.gone) {
    list.push(Json::object()
                  .set("documentId", document.id.value)
                  .set("originalFilename", document.original_filename)
                  .set("reason", "deleted"));
  }
  return list;
}

void add_provenance(Json& details, const RunState& state, const RequirementInput& input) {
  details.set("inputHash", input.hash)
      .set("searched", Json::object()
                           .set("documentCount", state.documents.size() - state.gone.size())
                           .set("chunkCount", state.searched_chunks)
                           .set("candidateCount", input.candidates.size()))
      .set("skippedDocuments", skipped(state));
  if (state.corpus) details.set("regulation", regulation_details(state, input.text));
}

Json render(const std::vector<assess::Citation>& citations) {
  Json list = Json::array();
  for (const assess::Citation& citation : citations) {
    list.push(Json::object()
                  .set("documentId", citation.document.value)
                  .set("chunkId", citation.chunk.value)
                  .set("text", citation.text)
                  .set("pageNumber", citation.page_number));
  }
  return list;
}

void fill(store::assessments::Assessment& assessment, const RunState& state,
          const RequirementInput& input, const assess::Verdict& verdict) {
  assessment.status = status_for(verdict.confidence, state.thresholds());
  assessment.confidence = verdict.confidence;
  assessment.citations = render(verdict.citations);
  const std::string note = note_on_evidence(state);
  assessment.reasoning = note.empty() ? verdict.reasoning : note + " " + verdict.reasoning;
  assessment.details = verdict.details.is_object() ? verdict.details : Json::object();
  add_provenance(assessment.details, state, input);
}

void fill_failed(store::assessments::Assessment& assessment, const RunState& state,
                 const RequirementInput& input, const Trouble& trouble,
                 const Json& details = Json::object()) {
  assessment.status = AssessmentStatus::Failed;
  assessment.confidence = 0;
  assessment.citations = Json::array();
  assessment.reasoning = trouble.message;
  assessment.details = Json::object().set(
      "error", Json::object().set("code", trouble.code).set("message", trouble.message));
  for (const std::string& key : details.keys()) assessment.details.set(key, details.get(key));
  add_provenance(assessment.details, state, input);
}

Trouble timed_out(std::chrono::milliseconds budget) {
  const std::string time = budget.count() % 1000 == 0 ? std::to_string(budget.count() / 1000) + " s"
                                                      : std::to_string(budget.count()) + " ms";
  return {kTimeout, "The evaluation was not finished within " + time +
                        ". This says nothing about the evidence; start a new run to try again."};
}

}  // namespace

Evaluated evaluate_requirement(const RunState& state, std::size_t requirement,
                               const assess::Evaluator& evaluator, const EvaluationLimits& limits) {
  const RequirementInput& input = state.inputs.at(requirement);
  const auto budget = forced(input.text, limits) ? std::chrono::milliseconds(1) : limits.budget;
  Evaluated result;
  result.begun = Clock::now();
  result.assessment.id = AssessmentId::fresh();
  result.assessment.run = state.run.id;
  result.assessment.requirement = input.text.id;
  try {
    assess::Verdict verdict = evaluate(state, input, evaluator, limits, budget, result.calls);
    result.dropped_citations =
        assess::verify_citations(verdict, input.candidates, state.thresholds());
    fill(result.assessment, state, input, verdict);
  } catch (const assess::DeadlineExceeded&) {
    fill_failed(result.assessment, state, input, timed_out(budget));
  } catch (const assess::EvaluationFailed& failure) {
    result.calls = failure.calls();
    const bool late = failure.code() == kTimeout;
    fill_failed(result.assessment, state, input,
                late ? timed_out(budget) : Trouble{failure.code(), failure.what()},
                failure.details());
  } catch (const std::exception& error) {
    log::error("evaluation_failed",
               {{"requirementId", input.text.requirement_id}, {"error", error.what()}});
    fill_failed(result.assessment, state, input,
                {"internal",
                 "The evaluation met an internal error. This says nothing about the evidence; tell "
                 "the administrator."});
  }
  result.requirement = requirement;
  result.ended = Clock::now();
  result.assessment.duration_ms =
      (std::chrono::duration_cast<std::chrono::milliseconds>(result.ended - result.begun) +
       state.retrieval_time)
          .count();
  return result;
}

}  // namespace assay::jobs
