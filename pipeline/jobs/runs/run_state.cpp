// SPDX-License-Identifier: Apache-2.0
// Builds and hashes evaluators' inputs, and records the steps of a run.
#include "pipeline/jobs/runs/run_state.hpp"

#include "core/base/digest.hpp"
#include "pipeline/jobs/runs/run_corpus.hpp"

namespace assay::jobs {
namespace {

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

}  // namespace assay::jobs
