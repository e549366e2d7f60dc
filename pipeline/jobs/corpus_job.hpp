// SPDX-License-Identifier: Apache-2.0
// The job of an ingestion: fetches, reads, cuts and embeds the text of a corpus.
#pragma once

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Times that a source which is away for now is asked, before the ingestion is FAILED.
inline constexpr int kFetchAttempts = 3;

// Resumable at any stage: each one's result and its stamp are one fenced transaction. The status
// names the stage at hand, so a killed worker's stage is done again. Throws JobFailure where the
// text cannot be had or read.
void process_corpus(const JobContext& context);

}  // namespace assay::jobs
