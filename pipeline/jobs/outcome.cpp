// SPDX-License-Identifier: Apache-2.0
// Fails documents, runs, ingestions and exports.
#include "pipeline/jobs/outcome.hpp"

#include "core/trace/log.hpp"
#include "db/store/audit.hpp"
#include "db/store/documents.hpp"
#include "db/store/exports.hpp"
#include "db/store/ingestions.hpp"
#include "db/store/metrics.hpp"
#include "db/store/reproductions.hpp"
#include "db/store/runs.hpp"
#include "pipeline/jobs/job_error.hpp"

namespace assay::jobs {
namespace audit = store::audit;
namespace documents = store::documents;
namespace runs = store::runs;
namespace work = store::work;
namespace {

audit::Event failed(std::string_view type, const std::string& id, std::string_view code) {
  audit::Event event;
  event.action = std::string(type) + ".failed";
  event.object_type = type;
  event.object_id = id;
  event.outcome = audit::Outcome::Error;
  event.detail = Json::object().set("code", code).canonical();
  return event;
}

bool fail_document(pg::Tx& tx, const work::Claim& claim, std::string_view code,
                   std::string_view reason) {
  // Failed runs are counted from their trace; a document has none.
  store::metrics::add(
      tx, {{{"assay_failures_total", label("of", "document") + "," + label("reason", code)}, 1}});
  return documents::mark_failed(tx, claim.tenant, DocumentId{claim.subject_id}, code, reason);
}

bool fail_ingestion(pg::Tx& tx, const work::Claim& claim, std::string_view code,
                    std::string_view reason) {
  store::metrics::add(
      tx, {{{"assay_failures_total", label("of", "corpus") + "," + label("reason", code)}, 1}});
  return store::ingestions::mark_failed(tx, claim.tenant, IngestionId{claim.subject_id}, code,
                                        reason);
}

bool fail_export(pg::Tx& tx, const work::Claim& claim, std::string_view code,
                 std::string_view reason) {
  store::metrics::add(
      tx, {{{"assay_failures_total", label("of", "export") + "," + label("reason", code)}, 1}});
  return store::exports::mark_failed(tx, claim.tenant, ExportId{claim.subject_id}, code, reason);
}

bool fail_reproduction(pg::Tx& tx, const work::Claim& claim, std::string_view code,
                       std::string_view reason) {
  store::metrics::add(
      tx,
      {{{"assay_failures_total", label("of", "reproduction") + "," + label("reason", code)}, 1}});
  return store::reproductions::mark_failed(tx, claim.tenant, ReproductionId{claim.subject_id}, code,
                                           reason);
}

bool fail_run(pg::Tx& tx, const work::Claim& claim, std::string_view code,
              std::string_view reason) {
  const RunId run{claim.subject_id};
  for (const runs::Step& step : runs::steps(tx, claim.tenant, run)) {
    if (step.status == StepStatus::InProgress) {
      runs::fail_step(tx, claim.tenant, run, step.name, reason, code);
    }
  }
  return runs::fail(tx, claim.tenant, run, reason, code);
}

}  // namespace

void fail_held(pg::Tx& tx, const work::Claim& claim, std::string_view code,
               std::string_view reason) {
  const std::string what = std::string(code) + ": " + std::string(reason);
  if (!work::fail(tx, claim, what)) throw ClaimLost();
  // The audit entry comes last: it locks the tenant's chain until the transaction ends.
  switch (claim.kind) {
    case work::Kind::Document:
      if (fail_document(tx, claim, code, reason)) {
        audit::append(tx, claim.tenant, failed("document", claim.subject_id, code));
      }
      break;
    case work::Kind::Run:
      if (fail_run(tx, claim, code, reason)) {
        audit::Event event = failed("run", claim.subject_id, code);
        event.run_id = RunId{claim.subject_id};
        audit::append(tx, claim.tenant, event);
      }
      break;
    case work::Kind::Corpus:
      if (fail_ingestion(tx, claim, code, reason)) {
        audit::append(tx, claim.tenant, failed("corpus_ingestion", claim.subject_id, code));
      }
      break;
    case work::Kind::Export:
      if (fail_export(tx, claim, code, reason)) {
        audit::append(tx, claim.tenant, failed("export", claim.subject_id, code));
      }
      break;
    case work::Kind::Reproduction:
      if (fail_reproduction(tx, claim, code, reason)) {
        audit::append(tx, claim.tenant, failed("reproduction", claim.subject_id, code));
      }
      break;
    case work::Kind::Purge:
      break;
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

std::string_view worker_crash_reason(work::Kind kind) {
  if (kind == work::Kind::Run) {
    return "The run stopped the service's worker several times and was given up. Start it again; "
           "if "
           "that fails too, tell the administrator.";
  }
  if (kind == work::Kind::Corpus) {
    return "Working on this text stopped the service's worker several times, so it was given up. "
           "Save a new copy in the program it was made with and upload that.";
  }
  if (kind == work::Kind::Export) {
    return "Making this export stopped the service's worker several times, so it was given up. Ask "
           "for another format, and tell the administrator.";
  }
  if (kind == work::Kind::Reproduction) {
    return "Evaluating the run again stopped the service's worker several times, so it was given "
           "up. "
           "Tell the administrator.";
  }
  return "Working on this document stopped the service's worker several times, so it was given up. "
         "Save a new copy in the program it was made with and upload that.";
}

std::string_view internal_reason(work::Kind kind) {
  if (kind == work::Kind::Run) {
    return "The run met an internal error several times and was given up. Start it again; if that "
           "fails too, tell the administrator.";
  }
  if (kind == work::Kind::Corpus) {
    return "Working on this text met an internal error several times. Start the ingestion again; "
           "if that fails too, tell the administrator.";
  }
  if (kind == work::Kind::Export) {
    return "Making this export met an internal error several times and was given up. Ask for it "
           "again; if that fails too, tell the administrator.";
  }
  if (kind == work::Kind::Reproduction) {
    return "Evaluating the run again met an internal error several times and was given up. Ask for "
           "it again; if that fails too, tell the administrator.";
  }
  return "Working on this document met an internal error several times. Try it again; if that "
         "fails too, tell the administrator.";
}

}  // namespace assay::jobs
