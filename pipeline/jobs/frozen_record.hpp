// SPDX-License-Identifier: Apache-2.0
// A run's snapshot, once its hash was checked.
#pragma once

#include <string>
#include <string_view>

#include "db/store/runs.hpp"

namespace assay::jobs {

// The bytes as they were hashed. Precondition: the run is CAPTURED. Throws JobFailure
// snapshot_integrity where they are not what was frozen; so: what does not happen therefore,
// "nothing was exported".
[[nodiscard]] std::string frozen_record(pg::Tx& tx, const TenantId& tenant,
                                        const store::runs::Run& run, std::string_view so);

}  // namespace assay::jobs
