// SPDX-License-Identifier: Apache-2.0
// Evaluates one requirement and writes up the result; hands requirements to threads.
#include "pipeline/jobs/runs/run_evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "core/base/vocabularies.hpp"
#include "core/trace/log.hpp"
#include "pipeline/assess/builtin_evaluator.hpp"
#include "pipeline/assess/explain/citations.hpp"
#include "pipeline/jobs/runs/run_job.hpp"
#include "pipeline/jobs/runs/run_retrieval.hpp"
#include "pipeline/llm/llm_evaluator.hpp"
#include "pipeline/llm/verdict.hpp"

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

// Runs the evaluator within the rest of the budget. Throws DeadlineExceeded; `calls` is then filled
// too.
assess::Verdict evaluate(const RunState& state, const RequirementInput& input,
                         const assess::Evaluator& evaluator, const EvaluationLimits& limits,
                         std::chrono::milliseconds budget, std::vector<assess::ModelCall>& calls) {
  const Deadline deadline(
      std::max(Clock::duration::zero(), Clock::duration(budget - state.retrieval_share)));
  // The forced requirement must run out of time even on a fast machine.
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

void add_provenance(Json& details, const RunState& state, const RequirementInput& input) {
  details.set("inputHash", input.hash);
  add_searched(details, state, input);
  if (state.corpus) details.set("regulation", regulation_details(state, input.text));
}

Json render(const std::vector<assess::Citation>& citations) {
  Json list = Json::array();
  for (const assess::Citation& citation : citations) {
    Json json = Json::object()
                    .set("documentId", citation.document.value)
                    .set("chunkId", citation.chunk.value)
                    .set("text", citation.text)
                    .set("pageNumber", citation.page_number);
    if (citation.ocr_confidence) json.set("ocrConfidence", *citation.ocr_confidence);
    if (!citation.page_label.empty()) json.set("pageLabel", citation.page_label);
    list.push(json);
  }
  return list;
}

// A verdict that rests on a poor scan says so, and asks for a person.
void add_scan_note(store::assessments::Assessment& assessment, const assess::Verdict& verdict) {
  constexpr double kPoor = .75;
  const auto poorest = std::ranges::min_element(
      verdict.citations, {},
      [](const assess::Citation& c) { return c.ocr_confidence.value_or(1); });
  if (poorest == verdict.citations.end() || poorest->ocr_confidence.value_or(1) >= kPoor) return;
  llm::ask_for_review(assessment.details, "poor_scan");
  const auto percent = std::lround(*poorest->ocr_confidence * 100);
  assessment.reasoning += "\nPart of the evidence is a poor scan: its words were recognised with " +
                          std::to_string(percent) + " % confidence. Compare them with the page.";
}

void fill(store::assessments::Assessment& assessment, const RunState& state,
          const RequirementInput& input, const assess::Verdict& verdict) {
  assessment.status = status_for(verdict.confidence, state.thresholds());
  assessment.confidence = verdict.confidence;
  assessment.citations = render(verdict.citations);
  const std::string searched = searched_sentence(state);
  assessment.reasoning = without_evidence(state) ? searched + "\n" + verdict.reasoning
                                                 : verdict.reasoning + "\n" + searched;
  assessment.details = verdict.details.is_object() ? verdict.details : Json::object();
  add_scan_note(assessment, verdict);
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

std::unique_ptr<assess::Evaluator> builtin(const EvaluatorTools& tools) {
  return std::make_unique<assess::BuiltinEvaluator>(tools.calibration);
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
       state.retrieval_share)
          .count();
  return result;
}

EvaluationPool::EvaluationPool(const std::vector<std::size_t>& requirements, Evaluate evaluate,
                               std::size_t threads)
    : evaluate_(std::move(evaluate)), most_threads_(threads) {
  add(requirements);
}

EvaluationPool::~EvaluationPool() {
  for (std::jthread& thread : threads_) thread.request_stop();  // all, before one is waited for
}

void EvaluationPool::add(const std::vector<std::size_t>& requirements) {
  const std::lock_guard lock(mutex_);
  waiting_.insert(waiting_.end(), requirements.begin(), requirements.end());
  missing_ += requirements.size();
  while (threads_.size() < std::min(most_threads_, missing_)) {
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
  }
  added_.notify_all();
}

std::vector<Evaluated> EvaluationPool::take() {
  std::unique_lock lock(mutex_);
  finished_.wait(lock, [this] { return missing_ == 0 || !results_.empty(); });
  return hand_out();
}

std::vector<Evaluated> EvaluationPool::take(std::chrono::milliseconds within) {
  std::unique_lock lock(mutex_);
  finished_.wait_for(lock, within, [this] { return missing_ == 0 || !results_.empty(); });
  return hand_out();
}

std::vector<Evaluated> EvaluationPool::hand_out() {
  missing_ -= results_.size();
  taken_ += results_.size();
  return std::exchange(results_, {});
}

std::vector<std::size_t> EvaluationPool::give_up(std::size_t most) {
  const std::lock_guard lock(mutex_);
  const auto count = static_cast<std::ptrdiff_t>(std::min(most, waiting_.size()));
  std::vector<std::size_t> given(waiting_.end() - count, waiting_.end());
  waiting_.erase(waiting_.end() - count, waiting_.end());
  missing_ -= given.size();
  return given;
}

std::size_t EvaluationPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

std::size_t EvaluationPool::taken() const {
  const std::lock_guard lock(mutex_);
  return taken_;
}

bool EvaluationPool::done() const {
  const std::lock_guard lock(mutex_);
  return missing_ == 0;
}

void EvaluationPool::run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (added_.wait(lock, stop, [this] { return !waiting_.empty(); })) {
    if (stop.stop_requested()) return;
    const std::size_t requirement = waiting_.front();
    waiting_.pop_front();
    lock.unlock();
    Evaluated result = evaluate_(requirement);
    lock.lock();
    results_.push_back(std::move(result));
    finished_.notify_one();
  }
}

std::map<std::string, EvaluatorFactory> evaluators_with(llm::Client* model) {
  std::map<std::string, EvaluatorFactory> made{{std::string(kBuiltinEvaluator), builtin}};
  if (model == nullptr) return made;
  made[std::string(kLlmEvaluator)] =
      [model](const EvaluatorTools& tools) -> std::unique_ptr<assess::Evaluator> {
    auto asking =
        std::make_unique<llm::LlmEvaluator>(*model, tools.given_up, tools.audited, tools.trace);
    if (!model->settings().second_opinion) return asking;
    return std::make_unique<llm::SecondOpinion>(std::move(asking), builtin(tools), tools.limits,
                                                kCandidates);
  };
  return made;
}

}  // namespace assay::jobs
