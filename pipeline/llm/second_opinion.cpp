// SPDX-License-Identifier: Apache-2.0
// Asks both evaluators and compares.
#include "pipeline/llm/llm_evaluator.hpp"

#include <algorithm>
#include <cstdio>

#include "core/trace/log.hpp"
#include "pipeline/assess/explain/citations.hpp"
#include "pipeline/llm/verdict.hpp"

namespace assay::llm {
namespace {

using assess::Verdict;

struct Opinion {
  AssessmentStatus status = AssessmentStatus::Failed;
  Json json;
};

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

// A failure of the second evaluator is recorded and does not affect the first.
Opinion opinion_of(const assess::Evaluator& evaluator, const assess::RequirementText& requirement,
                   std::span<const assess::Candidate> candidates, const Deadline& deadline,
                   const Thresholds& limits) {
  Opinion opinion;
  opinion.json = Json::object()
                     .set("evaluator", evaluator.id())
                     .set("version", evaluator.version())
                     .set("agrees", nullptr);
  try {
    Verdict verdict = evaluator.evaluate(requirement, candidates, deadline);
    static_cast<void>(assess::verify_citations(verdict, candidates, limits));
    opinion.status = status_for(verdict.confidence, limits);
    opinion.json.set("confidence", verdict.confidence)
        .set("citations", render(verdict.citations))
        .set("reasoning", verdict.reasoning);
  } catch (const std::exception& error) {
    log::error("second_opinion_failed",
               {{"requirementId", requirement.requirement_id}, {"error", error.what()}});
    opinion.json.set("confidence", nullptr).set("citations", Json::array()).set("reasoning", "");
  }
  opinion.json.set("status", to_text(opinion.status));
  return opinion;
}

std::span<const assess::Candidate> first_of(std::span<const assess::Candidate> candidates,
                                            std::size_t count) {
  count = std::min(count, candidates.size());
  while (count < candidates.size() && candidates[count].score <= 0) ++count;
  return candidates.first(count);
}

std::string note(const Opinion& opinion) {
  char percent[16] = {};
  const double confidence = opinion.json.get("confidence").as_number().value_or(0);
  static_cast<void>(std::snprintf(percent, sizeof percent, "%.2f", confidence));
  return "\nSecond opinion: the built-in evaluator says " + std::string(to_text(opinion.status)) +
         " (" + percent + "). The two differ: a person should look at this requirement.";
}

}  // namespace

Verdict SecondOpinion::evaluate(const assess::RequirementText& requirement,
                                std::span<const assess::Candidate> candidates,
                                const Deadline& deadline) const {
  Opinion opinion = opinion_of(*second_, requirement, first_of(candidates, second_candidates_),
                               deadline, limits_);
  try {
    Verdict verdict = first_->evaluate(requirement, candidates, deadline);
    static_cast<void>(assess::verify_citations(verdict, candidates, limits_));
    if (opinion.status != AssessmentStatus::Failed) {
      const bool agrees = status_for(verdict.confidence, limits_) == opinion.status;
      opinion.json.set("agrees", agrees);
      if (!agrees) {
        ask_for_review(verdict.details, "second_opinion_differs");
        verdict.reasoning += note(opinion);
      }
    }
    verdict.details.set("secondOpinion", opinion.json);
    return verdict;
  } catch (assess::EvaluationFailed& failure) {
    failure.details().set("secondOpinion", opinion.json);
    throw;
  }
}

}  // namespace assay::llm
