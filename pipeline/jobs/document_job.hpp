// SPDX-License-Identifier: Apache-2.0
// The job of a document: from whatever stage it has reached to READY.
#pragma once

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// Resumable at any stage: each one's result and its stamp are one fenced transaction. Throws
// JobFailure where the document cannot be read; it never ends READY with less than all of it.
void process_document(const JobContext& context);

}  // namespace assay::jobs
