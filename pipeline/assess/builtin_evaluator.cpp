// SPDX-License-Identifier: Apache-2.0
// The default evaluator: its stages in order, the deadline looked at between them.
#include "pipeline/assess/builtin_evaluator.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/json/utf8.hpp"
#include "pipeline/assess/explain/explanation.hpp"
#include "pipeline/assess/judge/sentences.hpp"
#include "pipeline/assess/judge/verdict_model.hpp"
#include "pipeline/assess/reading/passages.hpp"
#include "pipeline/assess/support/constants.hpp"
#include "pipeline/assess/support/features.hpp"
#include "pipeline/assess/support/matching.hpp"
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

Measured measured(const RequirementText& requirement, FeatureReader& reader) {
  Measured out;
  out.own = reader.of(requirement.title);
  out.form = asks(requirement.title) ? Form::Asks : Form::States;
  return out;
}

// A practice may be followed in part: of its sub-checks each counts.
double of_practice(std::span<const Finding> findings) {
  std::vector<double> values;
  for (const Finding& finding : findings) values.push_back(finding.probability);
  const bool contradicted = std::ranges::any_of(findings, &Finding::contradicted);
  return std::min(confidence_of(values), contradicted ? constants::kMaxContradicted : 1);
}

double best_of(std::span<const Finding> findings) {
  double best = 0;
  for (const Finding& finding : findings) best = std::max(best, finding.probability);
  return best;
}

// What weakening leaves of a claim. Only a sentence that says nearly all of it can contradict it:
// an article about the same thing holds many a "not" that has nothing to do with the claim.
double force_of(std::span<const Finding> findings) {
  constexpr double kSaysIt = 0.8;
  double sum = 0;
  for (const Finding& finding : findings) {
    const bool says = !finding.matches.empty() && finding.matches.front().strength >= kSaysIt;
    sum += says ? finding.matches.front().force : 1;
  }
  return findings.empty() ? 1 : sum / static_cast<double>(findings.size());
}

// The verdict with every probability read off the tenant's curves: they rise, so nothing changes
// places. What was said without them is noted, since it is what later curves are fitted to.
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
Json reasons_to_review(const StatusOdds& odds, const Evidence& evidence) {
  constexpr double kClear = 0.5;
  Json out = Json::array();
  if (std::max({odds.missing, odds.partial, odds.complete}) < kClear) out.push("uncertain");
  const auto best = std::ranges::max_element(evidence.about());
  const bool found = best != evidence.about().end() && *best >= kClear;
  if (!found && odds.missing < kClear) out.push("unclear_document");
  return out;
}

// The models were fitted with vectors: without any, the rules decide alone.
bool have_vectors(std::span<const Candidate> candidates) {
  return std::ranges::any_of(candidates, [](const Candidate& one) { return one.cosine != 0; });
}

}  // namespace

BuiltinEvaluator::BuiltinEvaluator(StemWeight weight, std::shared_ptr<WordVectors> words,
                                   std::optional<Calibration> calibration)
    : weight_(std::move(weight)), words_(std::move(words)), calibration_(calibration) {}

Measured BuiltinEvaluator::measure(const RequirementText& requirement,
                                   std::span<const Candidate> candidates) const {
  const Reading reading = read_passages(candidates);
  FeatureReader reader(reading, weight_, words_.get(), Counted::All);
  return measured(requirement, reader);
}

std::vector<MeasuredCheck> BuiltinEvaluator::measure_checks(
    const RequirementText& requirement, std::span<const Candidate> candidates) const {
  if (asks(requirement.title)) return {};
  const Reading reading = read_passages(candidates);
  FeatureReader reader(reading, weight_, words_.get(), Counted::Distinctive);
  auto checks = sub_checks(demand_of(requirement.title));
  for (SubCheck& check : checks) check.practice = true;
  std::vector<MeasuredCheck> out;
  std::set<std::pair<std::size_t, std::size_t>> seen;
  // Of each document it is asked with all passages first, then without what is weakened.
  const auto shown = [&](std::size_t check, const Closeness& closeness,
                         std::span<const std::size_t> passages) {
    const Passage& first = reading.passages[passages.front()];
    if (seen.insert({check, first.document}).second) {
      out.push_back({check,
                     candidates[first.candidate].document,
                     {reader.of(checks[check].text, passages), Form::Practises, {}, closeness}});
    }
    return 1.0;
  };
  static_cast<void>(find_evidence(checks, reading, candidates, weight_, reader, shown));
  return out;
}

BuiltinEvaluator::Found BuiltinEvaluator::find(const RequirementText& requirement,
                                               std::span<const Candidate> candidates,
                                               const Reading& reading) const {
  // A pack's requirement demands a practice, whatever its spelling, or asks for one.
  const bool practice = !asks(requirement.title);
  FeatureReader reader(reading, weight_, words_.get(),
                       practice ? Counted::Distinctive : Counted::All);
  const Judgement& model = Judgement::shipped();
  // Of a practice only its sub-checks are measured.
  const Measured whole = practice ? Measured{{}, Form::Practises} : measured(requirement, reader);
  const Opinion opinion = practice ? Opinion{} : model.of(whole);
  const bool asked = whole.form == Form::Asks;
  Found out;
  out.checks = checks_of(requirement.title);
  for (SubCheck& check : out.checks) check.practice = practice;
  const auto shown = [&](std::size_t check, const Closeness& closeness,
                         std::span<const std::size_t> passages) {
    if (asked) return opinion.shown;
    const Features features = reader.of(out.checks[check].text, passages);
    return model.of({features, whole.form, {}, closeness}).shown;
  };
  out.findings = find_evidence(out.checks, reading, candidates, weight_, reader, shown);
  out.conclusion.confidence =
      practice ? of_practice(out.findings) : opinion.shown * force_of(out.findings);
  out.conclusion.supported = practice ? best_of(out.findings) : opinion.supported;
  return out;
}

RuleSignals BuiltinEvaluator::measure_rules(const RequirementText& requirement,
                                            std::span<const Candidate> candidates) const {
  return signals_of(find(requirement, candidates, read_passages(candidates)));
}

RuleSignals BuiltinEvaluator::signals_of(const Found& found) {
  RuleSignals out;
  out.confidence = found.conclusion.confidence;
  out.checks = static_cast<double>(found.findings.size());
  for (const Finding& finding : found.findings) {
    out.met += finding.probability >= constants::kMet ? 1 / out.checks : 0;
    out.contradicted += finding.contradicted ? 1 / out.checks : 0;
  }
  return out;
}

void BuiltinEvaluator::read(const RequirementText& requirement,
                            std::span<const Candidate> candidates, const Reading& reading,
                            Found& found) const {
  const Evidence evidence(requirement.title, candidates, reading, weight_);
  const VerdictModel& model = VerdictModel::shipped();
  const ReadChecks read = read_checks(found.checks, evidence, reading, candidates, weight_);
  const StatusOdds odds = model.of(evidence.verdict_signals(signals_of(found), read.signals));
  add_sentences(read, reading, candidates, found.findings);
  found.conclusion = {align(found.findings, model.confidence(odds)), 1 - odds.missing};
  found.review = reasons_to_review(odds, evidence);
}

Verdict BuiltinEvaluator::evaluate(const RequirementText& requirement,
                                   std::span<const Candidate> candidates,
                                   const Deadline& deadline) const {
  keep_to(deadline);
  const Reading reading = read_passages(candidates);
  keep_to(deadline);
  Found found = find(requirement, candidates, reading);
  keep_to(deadline);
  if (have_vectors(candidates)) read(requirement, candidates, reading, found);
  keep_to(deadline);
  const auto& [checks, findings, conclusion, review] = found;
  Verdict verdict = calibration_ ? explain_calibrated(checks, findings, conclusion, *calibration_,
                                                      reading, candidates)
                                 : explain(checks, findings, conclusion, reading, candidates);
  if (review.size() > 0) verdict.details.set("needsReview", true).set("reviewReasons", review);
  verdict.reasoning += regulation_note(requirement);
  return verdict;
}

}  // namespace assay::assess
