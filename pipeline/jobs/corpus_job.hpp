// SPDX-License-Identifier: Apache-2.0
// Runs the job of an ingestion: fetches, reads, cuts and embeds the text of a corpus.
#pragma once

#include <string_view>

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// How often an unavailable source is tried before the ingestion is FAILED.
inline constexpr int kFetchAttempts = 3;

// Resumable at any stage: each stage stores its result and its stamp in one fenced transaction. The
// status names the current stage, so a killed worker's stage is done again. Throws JobFailure if
// the text cannot be fetched or read.
void process_corpus(const JobContext& context);

// Marks the ingestion FAILED; false if it is over already.
[[nodiscard]] bool fail_corpus(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                               std::string_view reason);

}  // namespace assay::jobs
