// SPDX-License-Identifier: Apache-2.0
// Builds an evaluator's input for a requirement from its record, and hashes the whole input.
#pragma once

#include <string>

#include "db/store/packs.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// Leaves regulation empty.
[[nodiscard]] assess::RequirementText text_of(const store::packs::Requirement& requirement);

// SHA-256 over the text, the candidates' ids, contents and scores, and the regulation.
[[nodiscard]] std::string input_hash(const RequirementInput& input);

}  // namespace assay::jobs
