// SPDX-License-Identifier: Apache-2.0
// The default evaluator: its stages in order, the deadline looked at between them.
#include "pipeline/assess/builtin_evaluator.hpp"

#include <string>
#include <utility>

#include "core/utf8.hpp"
#include "pipeline/assess/explanation.hpp"
#include "pipeline/assess/matching.hpp"
#include "pipeline/assess/passages.hpp"
#include "pipeline/assess/requirement_parts.hpp"
#include "pipeline/text/terms.hpp"

namespace assay::assess {
namespace {

void keep_to(const Deadline& deadline) {
  if (deadline.passed()) throw DeadlineExceeded();
}

// Where the regulatory text speaks of the requirement, for the reader: it changes no verdict.
std::string regulation_note(const RequirementText& requirement) {
  constexpr std::size_t kQuotedBytes = 160;
  if (requirement.regulation.empty()) return {};
  const RegulationPassage& best = requirement.regulation.front();
  const std::string flat = text::collapsed(best.text);
  const std::string_view start = utf8::prefix(flat, kQuotedBytes);
  std::string note = "\nRegulation: " + best.source;
  if (!best.heading_path.empty()) note += ", " + best.heading_path;
  note += ", page " + std::to_string(best.page_number) + ": \"" + std::string(start);
  return note + (start.size() < flat.size() ? "…\"." : "\".");
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
  Verdict verdict = explain(checks, findings, reading, candidates);
  verdict.reasoning += regulation_note(requirement);
  return verdict;
}

}  // namespace assay::assess
