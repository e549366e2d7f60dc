// SPDX-License-Identifier: Apache-2.0
// Checking a snapshot against its hash and the run's.
#include "handlers/frozen_run.hpp"

#include "core/digest.hpp"
#include "core/error.hpp"
#include "core/log.hpp"
#include "db/store/snapshots.hpp"
#include "handlers/trail.hpp"

namespace assay::handlers {

FrozenRun frozen_run(const Context& context, pg::Tx& tx, const store::runs::Run& run,
                     std::string_view action) {
  const auto snapshot = store::snapshots::find(tx, context.tenant, run.id);
  if (snapshot && snapshot->hash == run.snapshot_hash &&
      sha256_hex(snapshot->content) == snapshot->hash) {
    auto content = Json::parse(snapshot->content);
    if (content && content->is_object()) {
      return {snapshot->hash, snapshot->captured_at, std::move(*content)};
    }
  }
  record(context, tx,
         {.action = action,
          .object_type = "run",
          .object_id = run.id.value,
          .run = run.id,
          .outcome = store::audit::Outcome::Error,
          .detail = Json::object().set("source", "SNAPSHOT")});
  tx.commit();
  log::error("snapshot_integrity_failure", {{"runId", run.id.value}});
  throw Failure(ErrorCode::SnapshotIntegrityFailure,
                "The frozen data of this run no longer matches its snapshotHash",
                Json::object().set("runId", run.id.value));
}

}  // namespace assay::handlers
