// SPDX-License-Identifier: Apache-2.0
// Measures the candidates, reads each, and puts what they say together with what the rules find.
#include "bench/judgement/model/chunk_reader.hpp"

#include <vector>

namespace assay::assess {

VerdictSignals read_chunks(const RequirementText& requirement,
                           std::span<const Candidate> candidates, const BuiltinEvaluator& evaluator,
                           const StemWeight& weight, const SupportModel& model) {
  const auto signals =
      measure_signals(requirement.title, candidates, read_passages(candidates), weight);
  std::vector<Support> supports;
  for (const Signals& one : signals) supports.push_back(model.of(one));
  return verdict_signals(candidates, signals, supports,
                         evaluator.measure_rules(requirement, candidates));
}

}  // namespace assay::assess
