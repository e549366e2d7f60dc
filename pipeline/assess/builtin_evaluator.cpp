// SPDX-License-Identifier: Apache-2.0
// The default evaluator: its stages in order, the deadline looked at between them.
#include "pipeline/assess/builtin_evaluator.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/json/utf8.hpp"
#include "pipeline/assess/explain/explanation.hpp"
#include "pipeline/assess/judge/check_reader.hpp"
#include "pipeline/assess/judge/verdict_model.hpp"
#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/support/signals.hpp"
#include "pipeline/assess/support/sub_checks.hpp"
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

// The verdict with every probability adjusted by the tenant's curves. They rise, so the order
// stays. The values without them are stored too, because later curves are fitted to them.
Verdict explain_calibrated(std::span<const SubCheck> checks, std::vector<Finding> findings,
                           Conclusion conclusion, const Calibration& calibration,
                           const Reading& reading, std::span<const Candidate> candidates) {
  const Conclusion own = conclusion;
  for (Finding& finding : findings) {
    finding.probability = calibration.confidence.of(finding.probability);
  }
  conclusion.supported =
      calibration.supported.of(std::max(conclusion.supported, conclusion.confidence));
  conclusion.confidence = calibration.confidence.of(conclusion.confidence);
  Verdict verdict = explain(checks, findings, conclusion, reading, candidates);
  const double said = verdict.citations.empty()
                          ? std::min(own.confidence, constants::kWithoutCitation)
                          : own.confidence;
  verdict.details.set(
      "calibration",
      Json::object()
          .set("version", calibration.version)
          .set("uncalibrated", Json::object()
                                   .set("confidence", rounded(said))
                                   .set("supported", rounded(std::max(own.supported, said)))));
  return verdict;
}

// Why a person should look at a verdict that the models gave: none where it is clear.
Json reasons_to_review(const StatusOdds& odds, const Evidence& evidence,
                       const CheckSignals& signals) {
  constexpr double kClear = 0.5;
  constexpr double kQuoted = 0.25;  // that some sentence shows at least a part of the weakest
  Json out = Json::array();
  if (std::max({odds.missing, odds.partial, odds.complete}) < kClear) out.push("uncertain");
  const auto best = std::ranges::max_element(evidence.about());
  const bool found = best != evidence.about().end() && *best >= kClear;
  if (!found && odds.missing < kClear) out.push("unclear_document");
  if (odds.complete >= kClear && signals[check_signal("some_least")] < log_odds(kQuoted)) {
    out.push("unclear_part");
  }
  return out;
}

}  // namespace

Verdict BuiltinEvaluator::evaluate(const RequirementText& requirement,
                                   std::span<const Candidate> candidates,
                                   const Deadline& deadline) const {
  keep_to(deadline);
  const Reading reading = read_passages(candidates);
  keep_to(deadline);
  const Evidence evidence(requirement.title, candidates, reading);
  const auto checks = sub_checks(requirement.title);
  keep_to(deadline);
  auto [signals, findings] = read_checks(checks, evidence, reading, candidates);
  keep_to(deadline);
  const VerdictModel& model = VerdictModel::shipped();
  const StatusOdds odds = model.of(evidence.verdict_signals(checks.size(), signals));
  const Conclusion conclusion{align(findings, model.confidence(odds)), 1 - odds.missing};
  Verdict verdict = calibration_ ? explain_calibrated(checks, findings, conclusion, *calibration_,
                                                      reading, candidates)
                                 : explain(checks, findings, conclusion, reading, candidates);
  const Json review = reasons_to_review(odds, evidence, signals);
  if (review.size() > 0) verdict.details.set("needsReview", true).set("reviewReasons", review);
  verdict.reasoning += regulation_note(requirement);
  return verdict;
}

}  // namespace assay::assess
