// SPDX-License-Identifier: Apache-2.0
// The default evaluator: its stages in order, the deadline looked at between them.
#include "pipeline/assess/builtin_evaluator.hpp"

#include <utility>

#include "pipeline/assess/explanation.hpp"
#include "pipeline/assess/matching.hpp"
#include "pipeline/assess/passages.hpp"
#include "pipeline/assess/requirement_parts.hpp"

namespace assay::assess {
namespace {

void keep_to(const Deadline& deadline) {
  if (deadline.passed()) throw DeadlineExceeded();
}

}  // namespace

BuiltinEvaluator::BuiltinEvaluator(EmbedTexts embed, StemWeight weight)
    : embed_(std::move(embed)), weight_(std::move(weight)) {}

Verdict BuiltinEvaluator::evaluate(const RequirementText& requirement,
                                   std::span<const Candidate> candidates,
                                   const Deadline& deadline) const {
  keep_to(deadline);
  const auto checks = sub_checks(requirement.title);
  const Reading reading = read_passages(candidates);
  keep_to(deadline);
  const auto findings = find_evidence(checks, reading, candidates, weight_, embed_);
  keep_to(deadline);
  return explain(checks, findings, reading, candidates);
}

}  // namespace assay::assess
