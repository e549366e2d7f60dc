// SPDX-License-Identifier: Apache-2.0
// The jobs that work on the record of a run that has ended: exports and reproductions.
#pragma once

#include <string_view>

#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

// Starts over after an interruption: the same record gives the same file. Throws JobFailure if the
// export ends FAILED.
void process_export(const JobContext& context);

// Marks the export FAILED; false if it is over already.
[[nodiscard]] bool fail_export(pg::Tx& tx, const store::work::Claim& claim, std::string_view code,
                               std::string_view reason);

// Reads only the run's pins and its snapshot, whose hash it checks. Starts over after an
// interruption: the same snapshot gives the same result. Throws JobFailure if the reproduction ends
// FAILED: snapshot_integrity, snapshot_unreadable, model_unavailable, evaluator_unavailable.
void process_reproduction(const JobContext& context);

// Marks the reproduction FAILED; false if it is over already.
[[nodiscard]] bool fail_reproduction(pg::Tx& tx, const store::work::Claim& claim,
                                     std::string_view code, std::string_view reason);

}  // namespace assay::jobs
