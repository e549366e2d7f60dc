// SPDX-License-Identifier: Apache-2.0
// Runs: creation with everything pinned, progress, steps, the end. Their documents: those a run
// pinned, those it left out, and those its citations name.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace.hpp"
#include "db/pg/ordered_list.hpp"
#include "db/pg/tx.hpp"

namespace assay::store::runs {

struct Run {
  RunId id;
  TenantId tenant;
  PackId pack;
  RunStatus status = RunStatus::Queued;
  std::string trigger_type;
  CriteriaVersionId criteria_version;
  std::optional<ActivationId> corpus_activation;
  double threshold_complete = 0;
  double threshold_partial = 0;
  double similarity_threshold = 0;
  std::string evaluator;
  std::optional<std::string> evaluator_version;     // none before it is started
  std::optional<std::int64_t> calibration_version;  // the tenant's, for that version
  std::optional<std::int64_t> glossary_version;     // the tenant's, when it was created
  std::optional<std::string> evaluator_model;       // the language model that assesses
  std::string model;                                // the embedding model
  std::optional<SnapshotStatus> snapshot_status;
  std::optional<std::string> snapshot_hash;
  std::string trace_id;
  std::string root_span_id;
  std::int64_t requirements_total = 0;
  std::int64_t documents_not_chosen = 0;  // available when it was created, but not asked for
  std::optional<RunId> rerun_of;
  std::optional<UserId> started_by;
  Timestamp created_at;
  std::optional<Timestamp> started_at;
  std::optional<Timestamp> completed_at;
  std::optional<Timestamp> failed_at;
  std::optional<Timestamp> cancelled_at;
  std::optional<std::string> failure_reason;
  // The assessments saved so far.
  std::map<AssessmentStatus, std::int64_t> counts;
  [[nodiscard]] std::int64_t requirements_done() const;
};

struct NewRun {
  RunId id;
  PackId pack;
  CriteriaVersionId criteria_version;
  std::optional<ActivationId> corpus_activation;
  std::optional<std::int64_t> glossary_version = std::nullopt;
  double threshold_complete = 0;
  double threshold_partial = 0;
  double similarity_threshold = 0;
  std::string evaluator;
  std::optional<std::string> evaluator_model = std::nullopt;  // of an evaluator that needs one
  std::string model;
  std::optional<RunId> rerun_of;
  std::optional<UserId> started_by;
  std::vector<RequirementRecordId> requirements;     // in pack order; not empty
  std::optional<std::vector<DocumentId>> documents;  // none: every READY document
  std::optional<trace::Parent> caller;  // the trace that the run belongs to; none: its own
};
// Inserts the run, its six steps, its requirements, the list of READY documents with hashes and the
// left-out documents, all as they are in this transaction. Named documents that are not READY are
// left out: compare the number returned with the number asked for.
[[nodiscard]] std::int64_t create(pg::Tx& tx, const TenantId& tenant, const NewRun& run);
[[nodiscard]] std::optional<Run> find(pg::Tx& tx, const TenantId& tenant, const RunId& id);
[[nodiscard]] pg::Later<std::optional<Run>> find_later(pg::Tx& tx, const TenantId& tenant,
                                                       const RunId& id);
// Locks the row until the transaction ends.
[[nodiscard]] std::optional<Run> lock(pg::Tx& tx, const TenantId& tenant, const RunId& id);

inline constexpr std::array kOrderKeys{
    pg::by_time("createdAt", "r.created_at"),
    pg::by_time("completedAt", "coalesce(r.completed_at, timestamptz '9999-12-31 00:00:00+00')")};
inline constexpr pg::Orders kOrders{kOrderKeys};
struct Filter {
  std::optional<RunStatus> status;
  std::optional<PackId> pack;
  std::optional<UserId> started_by = std::nullopt;
  std::optional<Timestamp> from = std::nullopt;  // when it was asked for, inclusive
  std::optional<Timestamp> to = std::nullopt;    // exclusive
};
// Newest first.
[[nodiscard]] pg::PartOf<Run> list(pg::Tx& tx, const TenantId& tenant, const Filter& filter,
                                   const pg::Part& part);
[[nodiscard]] pg::Later<std::int64_t> count(pg::Tx& tx, const TenantId& tenant,
                                            const Filter& filter);

// QUEUED -> IN_PROGRESS; also true if it already was (a resumed run).
[[nodiscard]] bool start(pg::Tx& tx, const TenantId& tenant, const RunId& id);
// Sets the model of a run created without one, so that the pipeline's own model is pinned.
void pin_model(pg::Tx& tx, const TenantId& tenant, const RunId& id, std::string_view model);
// Pins the evaluator's version and, for the built-in one, the tenant's calibration of it that is in
// force. A run that has assessments keeps the values they were made with: see the result of find().
void pin_evaluator(pg::Tx& tx, const TenantId& tenant, const RunId& id, std::string_view version);
// IN_PROGRESS -> COMPLETED at the given instant. failure_reason: of requirements that FAILED.
[[nodiscard]] bool complete(pg::Tx& tx, const TenantId& tenant, const RunId& id, Timestamp at,
                            const std::optional<std::string>& snapshot_hash,
                            const std::optional<std::string>& failure_reason);
// code: why, for the trace (core/trace/trace.hpp).
[[nodiscard]] bool fail(pg::Tx& tx, const TenantId& tenant, const RunId& id,
                        std::string_view reason, std::string_view code = {});
// QUEUED or IN_PROGRESS -> CANCELLED; the current step ends FAILED with errorDetails "cancelled".
[[nodiscard]] bool cancel(pg::Tx& tx, const TenantId& tenant, const RunId& id);
// Subscribes this connection, for as long as it lives, to hints that a run has ended in any
// process: see Connection::take_notifications(). Throws DbError.
void listen_for_ends(pg::Connection& connection);
// The database's clock, for stamps that must also be in a snapshot.
[[nodiscard]] Timestamp database_now(pg::Tx& tx);

struct Step {
  StepName name = StepName::Ingestion;
  StepStatus status = StepStatus::NotExecuted;
  std::optional<Timestamp> started_at;
  std::optional<Timestamp> completed_at;
  std::string span_id;
  Json input_refs;
  Json output_refs;
  std::optional<std::string> error_details;
};
// In order of stepIndex.
[[nodiscard]] std::vector<Step> steps(pg::Tx& tx, const TenantId& tenant, const RunId& id);
void start_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
                const Json& input_refs);
// How a step ended. at: now unless given.
struct StepEnd {
  Json output_refs;
  std::optional<std::string> error_details{};
  std::optional<Timestamp> at{};
};
void finish_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
                 const StepEnd& end);
void fail_step(pg::Tx& tx, const TenantId& tenant, const RunId& id, StepName step,
               std::string_view error_details, std::string_view code = {});

// A document as the run pinned it.
struct PinnedDocument {
  DocumentId id;
  std::string original_filename;
  std::string file_type;
  std::string sha256;
  std::int64_t chunk_count = 0;
};
[[nodiscard]] std::vector<PinnedDocument> documents(pg::Tx& tx, const TenantId& tenant,
                                                    const RunId& id);
// Whether a run that has not ended uses the document.
[[nodiscard]] bool use_document(pg::Tx& tx, const TenantId& tenant, const DocumentId& document);
// The current state of each pinned document; deleted ones are not in the answer.
struct DocumentNow {
  bool unchanged = false;  // READY and with the pinned bytes
  std::int64_t chunks = 0;
};
[[nodiscard]] std::map<DocumentId, DocumentNow> documents_now(pg::Tx& tx, const TenantId& tenant,
                                                              const RunId& id);

}  // namespace assay::store::runs

namespace assay::store::left_out {

struct Document {
  DocumentId id;
  std::string original_filename;
  DocumentStatus status = DocumentStatus::Uploaded;
  // The code of its failure (core/extract/extract_types.hpp and others), or one of those below.
  std::string reason;
  std::optional<std::string> message;  // the failure's text for people
};
inline constexpr std::string_view kNotReady = "not_ready";  // it was still being read

// Records documents that are not READY, or READY without text, in this transaction. Skips archives
// whose files are documents of their own.
void note(pg::Tx& tx, const TenantId& tenant, const RunId& run);
// By name.
[[nodiscard]] std::vector<Document> list(pg::Tx& tx, const TenantId& tenant, const RunId& run);

}  // namespace assay::store::left_out

namespace assay::store::cited {

struct Source {
  DocumentId id;
  std::string original_filename;
  std::string file_type;
  bool present = false;  // not deleted since
};
// The named documents that the run pinned, by id.
[[nodiscard]] std::vector<Source> sources(pg::Tx& tx, const TenantId& tenant, const RunId& run,
                                          const std::vector<DocumentId>& documents);

}  // namespace assay::store::cited
