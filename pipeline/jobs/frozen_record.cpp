// SPDX-License-Identifier: Apache-2.0
// Checking a snapshot against its hash and the run's.
#include "pipeline/jobs/frozen_record.hpp"

#include "core/digest.hpp"
#include "db/store/snapshots.hpp"
#include "pipeline/jobs/job_error.hpp"

namespace assay::jobs {

std::string frozen_record(pg::Tx& tx, const TenantId& tenant, const store::runs::Run& run,
                          std::string_view so) {
  auto snapshot = store::snapshots::find(tx, tenant, run.id);
  if (!snapshot || snapshot->hash != run.snapshot_hash ||
      sha256_hex(snapshot->content) != snapshot->hash) {
    throw JobFailure("snapshot_integrity",
                     "The frozen data of this run no longer matches its snapshotHash, so " +
                         std::string(so) + ". Tell the administrator.");
  }
  return std::move(snapshot->content);
}

}  // namespace assay::jobs
