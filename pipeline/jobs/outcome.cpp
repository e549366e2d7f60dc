// SPDX-License-Identifier: Apache-2.0
// Fails items, what they are about, and audits it.
#include "pipeline/jobs/outcome.hpp"

#include "core/trace/log.hpp"
#include "db/store/audit.hpp"
#include "db/store/metrics.hpp"
#include "pipeline/jobs/job_error.hpp"
#include "pipeline/jobs/job_table.hpp"

namespace assay::jobs {
namespace audit = store::audit;
namespace work = store::work;
namespace {

audit::Event failed(std::string_view type, const std::string& id, std::string_view code) {
  audit::Event event;
  event.action = std::string(type) + ".failed";
  event.object_type = type;
  event.object_id = id;
  if (type == "run") event.run_id = RunId{id};
  event.outcome = audit::Outcome::Error;
  event.detail = Json::object().set("code", code).canonical();
  return event;
}

void count_failure(pg::Tx& tx, work::Kind kind, std::string_view code) {
  store::metrics::add(
      tx,
      {{{"assay_failures_total", label("of", to_text(kind)) + "," + label("reason", code)}, 1}});
}

}  // namespace

void fail_held(pg::Tx& tx, const work::Claim& claim, std::string_view code,
               std::string_view reason) {
  const std::string what = std::string(code) + ": " + std::string(reason);
  if (!work::fail(tx, claim, what)) throw ClaimLost();
  const Job& job = job_of(claim.kind);
  if (job.counted) count_failure(tx, claim.kind, code);
  // The audit entry comes last: it locks the tenant's chain until the transaction ends.
  if (job.fail != nullptr && job.fail(tx, claim, code, reason)) {
    audit::append(tx, claim.tenant, failed(job.object_type, claim.subject_id, code));
  }
  log::warning("item_failed", {{"subjectId", claim.subject_id}, {"code", code}});
}

bool fail_for_good(pg::Connection& connection, const work::Claim& claim, std::string_view code,
                   std::string_view reason) {
  pg::Tx tx(connection, pg::Access::ReadWrite, claim.tenant);
  if (!work::hold(tx, claim)) return false;
  fail_held(tx, claim, code, reason);
  tx.commit();
  return true;
}

}  // namespace assay::jobs
