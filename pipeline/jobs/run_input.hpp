// SPDX-License-Identifier: Apache-2.0
// What an evaluator is given for a requirement, from the record of it; and the hash of it all.
#pragma once

#include <string>

#include "db/store/packs.hpp"
#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// Without regulation.
[[nodiscard]] assess::RequirementText text_of(const store::packs::Requirement& requirement);

// SHA-256 over the text, the candidates' ids, contents and scores, and the regulation.
[[nodiscard]] std::string input_hash(const RequirementInput& input);

}  // namespace assay::jobs
