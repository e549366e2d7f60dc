// SPDX-License-Identifier: Apache-2.0
// Removing stored originals that no document uses any more.
#pragma once

#include <chrono>

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// A file written within this time stays, since the transaction of its upload may be under way.
inline constexpr std::chrono::seconds kUploadGrace{60};

// payload: {"sha256": [...]}. Files that a document uses stay; while one of the others is too
// young, the item is put off.
void process_purge(const JobContext& context);

}  // namespace assay::jobs
