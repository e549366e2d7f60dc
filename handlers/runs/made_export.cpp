// SPDX-License-Identifier: Apache-2.0
// Checks an export against the audit trail and against its bytes.
#include "handlers/runs/made_export.hpp"

#include "core/trace/log.hpp"
#include "db/store/audit_entry_proof.hpp"
#include "handlers/http/stored_file.hpp"
#include "handlers/http/trail.hpp"
#include "handlers/runs/frozen_run.hpp"

namespace assay::handlers {
namespace {

using store::exports::Export;

[[noreturn]] void refuse(const Context& context, pg::Tx& tx, const Export& made,
                         const std::string& issue) {
  record(context, tx,
         {.action = "export.download",
          .object_type = "export",
          .object_id = made.id.value,
          .run = made.run,
          .outcome = store::audit::Outcome::Error,
          .detail = Json::object().set("issue", issue)});
  tx.commit();
  log::error("export_integrity_failure", {{"exportId", made.id.value}, {"issue", issue}});
  throw Failure(ErrorCode::SnapshotIntegrityFailure, "This is not the file that was made",
                Json::object().set("exportId", made.id.value).set("issue", issue));
}

}  // namespace

void require_as_made(const Context& context, pg::Tx& tx, const Export& made) {
  const auto entry =
      store::audit::first_entry_of_object(tx, context.tenant, made.id.value, "export.completed");
  if (!entry) refuse(context, tx, made, "the audit trail has no entry of its completion");
  const auto proven =
      store::audit::prove_entry(tx, context.tenant, *entry, trusted_audit_keys(context));
  if (!proven) refuse(context, tx, made, store::audit::to_text(proven.error()));
  const Json detail = Json::parse(proven->detail.value_or("null")).value_or(Json());
  if (detail.get("sha256").as_string() != made.sha256) {
    refuse(context, tx, made, "the audit trail names another file");
  }
}

void require_bytes_as_made(const Context& context, pg::Tx& tx, const Export& made) {
  const auto issue = issue_with_bytes(context, made.sha256.value());
  if (issue) refuse(context, tx, made, *issue);
}

}  // namespace assay::handlers
