// SPDX-License-Identifier: Apache-2.0
// States for an assessment which documents were searched, which were not, and why.
#pragma once

#include <string>

#include "pipeline/jobs/run_state.hpp"

namespace assay::jobs {

// Maximum number of documents named in an assessment's details; the run's snapshot has all of them.
inline constexpr std::size_t kMaxSkippedNamed = 20;

// "Searched 31 documents; 2 were not: scan.pdf needs a password, big.zip was still being read."
[[nodiscard]] std::string searched_sentence(const RunState& state);
// Whether nothing at all could be searched; the sentence then says why.
[[nodiscard]] bool without_evidence(const RunState& state);

// Sets "searched" {documentCount, skippedCount, notChosenCount, chunkCount, candidateCount} and
// "skippedDocuments" [{documentId, originalFilename, status, reason, message}].
void add_searched(Json& details, const RunState& state, const RequirementInput& input);

}  // namespace assay::jobs
