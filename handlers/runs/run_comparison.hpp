// SPDX-License-Identifier: Apache-2.0
// What changed from one run to another, requirement by requirement, and why.
#pragma once

#include <string>
#include <vector>

#include "core/json/json.hpp"
#include "db/store/packs/expansions.hpp"
#include "db/store/runs/assessments.hpp"
#include "db/store/runs/runs.hpp"

namespace assay::handlers {

// A run with everything that a comparison needs. The assessments are in pack order.
struct ComparedRun {
  store::runs::Run run;
  std::vector<store::runs::PinnedDocument> documents;
  std::vector<store::assessments::Assessment> assessments;
  std::vector<store::expansions::Expansion> expansions;
};

// {from, to, pins: [{pin, from, to}], documents: {added, gone}, summary: {IMPROVED: n, ...},
// requirements: [{requirementId, title, criterionId, change, from, to, why: [{code, text}],
// evidence: {added, gone}}]}. Requirements are matched by their label, and evidence by the bytes of
// its document and the words cited, because a file uploaded again has another identifier.
[[nodiscard]] Json compare(const ComparedRun& from, const ComparedRun& to);

}  // namespace assay::handlers
