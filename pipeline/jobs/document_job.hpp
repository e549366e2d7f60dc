// SPDX-License-Identifier: Apache-2.0
// Runs the job of a document: from the stage it has reached to READY.
#pragma once

#include <string_view>

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Resumable at any stage: each stage stores its result and its stamp in one fenced transaction.
// Throws JobFailure if the document cannot be read; a document is never READY incomplete.
void process_document(const JobContext& context);

// Marks the document FAILED; false if it is over already.
[[nodiscard]] bool fail_document(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                                 std::string_view reason);

}  // namespace assay::jobs
