// SPDX-License-Identifier: Apache-2.0
// Removes stored originals that no document uses any more.
#pragma once

#include <chrono>

#include "pipeline/jobs/job_context.hpp"

namespace assay::jobs {

// A file younger than this stays, since the transaction of its upload may be in progress.
inline constexpr std::chrono::seconds kUploadGrace{60};

// payload: {"sha256": [...]}. Files that a document uses stay. While any other file is too young,
// the item is postponed.
void process_purge(const JobContext& context);

}  // namespace assay::jobs
