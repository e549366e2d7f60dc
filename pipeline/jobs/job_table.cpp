// SPDX-License-Identifier: Apache-2.0
// One row for each kind of work; fails items by it.
#include "pipeline/jobs/job_table.hpp"

#include <array>
#include <cstddef>
#include <string_view>

#include "core/trace/log.hpp"
#include "db/store/audit/entries.hpp"
#include "db/store/events/emails.hpp"
#include "db/store/events/outbox.hpp"
#include "db/store/runs/snapshots.hpp"
#include "db/store/work/figures.hpp"
#include "pipeline/jobs/context/job_context.hpp"
#include "pipeline/jobs/documents/document_jobs.hpp"
#include "pipeline/jobs/events/event_jobs.hpp"
#include "pipeline/jobs/records/record_jobs.hpp"
#include "pipeline/jobs/runs/run_job.hpp"

namespace assay::jobs {
namespace audit = store::audit;
namespace work = store::work;
namespace {

constexpr std::string_view kDocumentCrashed =
    "Working on this document stopped the service's worker several times, so it was given up. Save "
    "a new copy in the program it was made with and upload that.";
constexpr std::string_view kDocumentInternal =
    "Working on this document met an internal error several times. Try it again; if that fails "
    "too, tell the administrator.";

// Indexed by kind.
constexpr std::array kJobs{
    Job{
        .kind = WorkKind::Document,
        .run = process_document,
        .fail = fail_document,
        .object_type = "document",
        .counted = true,
        .crash_reason = kDocumentCrashed,
        .internal_reason = kDocumentInternal,
    },
    Job{
        .kind = WorkKind::Run,
        .run = process_run,
        .fail = fail_run,
        .object_type = "run",
        .crash_reason =
            "The run stopped the service's worker several times and was given up. Start it again; "
            "if that fails too, tell the administrator.",
        .internal_reason =
            "The run met an internal error several times and was given up. Start it again; if that "
            "fails too, tell the administrator.",
    },
    Job{
        .kind = WorkKind::Export,
        .run = process_export,
        .fail = fail_export,
        .object_type = "export",
        .counted = true,
        .crash_reason =
            "Making this export stopped the service's worker several times, so it was given up. "
            "Ask for another format, and tell the administrator.",
        .internal_reason =
            "Making this export met an internal error several times and was given up. Ask for it "
            "again; if that fails too, tell the administrator.",
    },
    Job{
        .kind = WorkKind::Reproduction,
        .run = process_reproduction,
        .fail = fail_reproduction,
        .object_type = "reproduction",
        .counted = true,
        .crash_reason =
            "Evaluating the run again stopped the service's worker several times, so it was given "
            "up. Tell the administrator.",
        .internal_reason =
            "Evaluating the run again met an internal error several times and was given up. Ask "
            "for it again; if that fails too, tell the administrator.",
    },
    Job{
        .kind = WorkKind::Corpus,
        .run = process_corpus,
        .fail = fail_corpus,
        .object_type = "corpus_ingestion",
        .counted = true,
        .crash_reason =
            "Working on this text stopped the service's worker several times, so it was given up. "
            "Save a new copy in the program it was made with and upload that.",
        .internal_reason =
            "Working on this text met an internal error several times. Start the ingestion again; "
            "if that fails too, tell the administrator.",
    },
    // Only an erasure shows that its purge failed. The reason of another is in the queue alone.
    Job{
        .kind = WorkKind::Purge,
        .run = process_purge,
        .fail = fail_purge,
        .object_type = "erasure",
        .crash_reason =
            "Removing files stopped the service's worker several times. Try it again; if that "
            "fails too, tell the administrator.",
        .internal_reason =
            "Removing files met an internal error several times. Try it again; if that fails too, "
            "tell the administrator.",
    },
    // Each delivery shows how it went. An item that failed is queued again while anything is due.
    Job{
        .kind = WorkKind::Delivery,
        .run = process_delivery,
        .crash_reason = "Sending events stopped the service's worker several times.",
        .internal_reason = "Sending events met an internal error several times.",
    },
    // Each message shows how it went, as above.
    Job{
        .kind = WorkKind::Email,
        .run = process_emails,
        .crash_reason = "Sending e-mail stopped the service's worker several times.",
        .internal_reason = "Sending e-mail met an internal error several times.",
    },
    // The run's own daemon judges what a batch that failed has left.
    Job{
        .kind = WorkKind::Batch,
        .run = process_batch,
        .crash_reason = "Judging a part of a run stopped the service's worker several times.",
        .internal_reason = "Judging a part of a run met an internal error several times.",
    },
};

constexpr bool has_a_row_for_each_kind() {
  if (kJobs.size() != kWorkKinds.size()) return false;
  for (std::size_t i = 0; i < kJobs.size(); ++i) {
    if (kJobs[i].kind != static_cast<WorkKind>(i)) return false;
  }
  return true;
}

static_assert(has_a_row_for_each_kind());
// The entry of a run holds digests of what it left, as that of a completed run does.
audit::Event failed(pg::Tx& tx, const TenantId& tenant, std::string_view type,
                    const std::string& id, std::string_view code) {
  Json detail = Json::object().set("code", code);
  audit::Event event;
  event.action = std::string(type) + ".failed";
  event.object_type = type;
  event.object_id = id;
  if (type == "run") {
    event.run_id = RunId{id};
    detail.set("digests", store::run_digests::of(tx, tenant, RunId{id}));
  }
  event.outcome = audit::Outcome::Error;
  event.detail = detail.canonical();
  return event;
}

// Notifies the user who started the run, and the tenant's webhooks.
void emit_failed(pg::Tx& tx, const work::Claim& claim, std::string_view code,
                 std::string_view reason) {
  if (claim.kind != WorkKind::Document && claim.kind != WorkKind::Run) return;
  const bool document = claim.kind == WorkKind::Document;
  if (!document) store::emails::tell_run_ended(tx, claim.tenant, RunId{claim.subject_id});
  store::events::emit(tx, claim.tenant, document ? EventType::DocumentFailed : EventType::RunFailed,
                      Json::object()
                          .set(document ? "documentId" : "runId", claim.subject_id)
                          .set("status", "FAILED")
                          .set("failureCode", code)
                          .set("failureReason", reason));
}

void count_failure(pg::Tx& tx, work::Kind kind, std::string_view code) {
  store::metrics::add(
      tx,
      {{{"assay_failures_total", label("of", to_text(kind)) + "," + label("reason", code)}, 1}});
}

}  // namespace

const Job& job_of(WorkKind kind) {
  return kJobs.at(static_cast<std::size_t>(kind));
}

void fail_held(pg::Tx& tx, const work::Claim& claim, std::string_view code,
               std::string_view reason) {
  const std::string what = std::string(code) + ": " + std::string(reason);
  if (!work::fail(tx, claim, what)) throw ClaimLost();
  const Job& job = job_of(claim.kind);
  if (job.counted) count_failure(tx, claim.kind, code);
  // The audit entry comes last: it locks the tenant's chain until the transaction ends.
  if (job.fail != nullptr && job.fail(tx, claim, code, reason)) {
    emit_failed(tx, claim, code, reason);
    audit::append(tx, claim.tenant,
                  failed(tx, claim.tenant, job.object_type, claim.subject_id, code));
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
