// SPDX-License-Identifier: Apache-2.0
// Finds runs, and reports what the checks of frozen records find.
#include "handlers/runs/named_run.hpp"

#include "core/crypto/ed25519.hpp"
#include "core/trace/log.hpp"
#include "handlers/http/access.hpp"
#include "handlers/http/trail.hpp"

namespace assay::handlers {
namespace {

[[noreturn]] void report(const Context& context, pg::Tx& tx, const RunId& run,
                         std::string_view action, const Error& fault) {
  const Json issue = fault.details.get("issue");
  record(context, tx,
         {.action = action,
          .object_type = "run",
          .object_id = run.value,
          .run = run,
          .outcome = store::audit::Outcome::Error,
          .detail = Json::object().set("source", "SNAPSHOT").set("issue", issue)});
  tx.commit();
  log::error("snapshot_integrity_failure",
             {{"runId", run.value}, {"issue", issue.as_string().value_or("")}});
  throw Failure(fault);
}

}  // namespace

store::runs::Run find_run(const Context& context, pg::Tx& tx, const RunId& id) {
  return found(store::runs::find(tx, context.tenant, id), context, tx, kRun, id.value);
}

std::vector<std::string> trusted_audit_keys(const Context& context) {
  return key_file::public_keys_beside(context.services.config.audit_key_file);
}

store::frozen::Record frozen_run(const Context& context, pg::Tx& tx, const store::runs::Run& run,
                                 std::string_view action) {
  auto read = store::frozen::read(tx, run, trusted_audit_keys(context));
  if (!read) report(context, tx, run.id, action, read.error());
  return std::move(*read);
}

void require_unfrozen(const Context& context, pg::Tx& tx, const store::runs::Run& run,
                      std::string_view action) {
  const auto fault = store::frozen::fault_of_unfrozen(tx, run, trusted_audit_keys(context));
  if (fault) report(context, tx, run.id, action, *fault);
}

}  // namespace assay::handlers
